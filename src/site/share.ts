/** The data of a shared story. URLs are absolute. */
export interface SharedStory {
  url: string
  title: string
  image: string | null
  tags: readonly string[]
}

function address(base: string, query: Record<string, string>): string {
  return `${base}?${new URLSearchParams(query)}`
}

export function facebookUrl({ url }: SharedStory): string {
  return address('https://www.facebook.com/sharer/sharer.php', { u: url })
}

export function xUrl({ url, title }: SharedStory): string {
  return address('https://x.com/intent/tweet', { text: `${title} ${url}` })
}

/** Null without a picture, which Pinterest requires. */
export function pinterestUrl({ url, title, image }: SharedStory): string | null {
  if (image === null) return null
  return address('https://www.pinterest.com/pin/create/button/', { url, media: image, description: title })
}

/** The caption copied for an Instagram post: title, hashtags, link. */
export function instagramCaption({ url, title, tags }: SharedStory): string {
  const words = tags.map((tag) => tag.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]/gu, ''))
  const hashtags = [...new Set(words)].filter((word) => word !== '').map((word) => `#${word}`)
  return [title, hashtags.join(' '), url].filter((line) => line !== '').join('\n\n')
}
