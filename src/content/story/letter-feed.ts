import type { LetterStory, LetterView } from '../pages/letters.ts'
import { type Picture, pictureSources } from '../pictures/pictures.ts'
import { escapeHtml, forFeedReaders } from './feed-story.ts'

/** A letter as one piece of HTML for feed readers; every address absolute. */
export function letterFeedHtml({ blocks, path }: LetterView, siteUrl: string): string {
  const html = blocks.map((block) => {
    switch (block.kind) {
      case 'text':
        return block.html
      case 'hero':
        return storyHtml(block.story)
      case 'stories':
        return [heading('h2', block.heading), ...block.stories.map(storyHtml)].join('')
      case 'picture': {
        const image = img(block.picture)
        const shown = block.href === null ? image : link(block.href, image)
        const caption = block.caption === '' ? '' : `<figcaption>${escapeHtml(block.caption)}</figcaption>`
        return `<figure>${shown}${caption}</figure>`
      }
      case 'button':
        return `<p>${link(block.href, escapeHtml(block.label))}</p>`
    }
  })
  return forFeedReaders(html.join(''), siteUrl + path)
}

const link = (href: string, html: string) => `<a href="${escapeHtml(href)}">${html}</a>`
const heading = (tag: 'h2', text: string) => (text === '' ? '' : `<${tag}>${escapeHtml(text)}</${tag}>`)

function img(picture: Picture): string {
  const src = pictureSources(picture)?.src ?? picture.url
  return `<img src="${escapeHtml(src)}" alt="${escapeHtml(picture.alt)}">`
}

function storyHtml({ title, path, excerpt, byline, picture }: LetterStory): string {
  const texts = [excerpt, byline].filter((text) => text !== '')
  return [
    picture === null ? '' : `<figure>${link(path, img(picture))}</figure>`,
    `<h3>${link(path, escapeHtml(title))}</h3>`,
    ...texts.map((text) => `<p>${escapeHtml(text)}</p>`),
  ].join('')
}
