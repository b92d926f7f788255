interface Story {
  url: string
  title: string
  /** Absolute address of its picture, null without one. */
  image: string | null
}

/** Where a story can be shared by a link (reader spec §7). Pinterest needs a picture. */
export function shareLinks({ url, title, image }: Story): { name: string; href: string }[] {
  const address = (base: string, query: Record<string, string>) => `${base}?${new URLSearchParams(query)}`
  const links = [
    { name: 'Facebook', href: address('https://www.facebook.com/sharer/sharer.php', { u: url }) },
    { name: 'X', href: address('https://x.com/intent/tweet', { text: `${title} ${url}` }) },
  ]
  if (image === null) return links
  const pin = address('https://www.pinterest.com/pin/create/button/', {
    url,
    media: image,
    description: title,
  })
  return [...links, { name: 'Pinterest', href: pin }]
}
