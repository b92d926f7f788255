import type { Element } from 'hast'
import { visit } from 'unist-util-visit'
import { ELEMENTS, attributesOf } from '../../domain/body/elements.ts'
import { el, text } from '../../domain/body/html/hast.ts'
import { type RenderedBody, renderBody } from '../../domain/body/render.ts'
import type { Fact } from '../../domain/story/fact.ts'
import { stringify } from '../../domain/body/html/safe-html.ts'
import { creditLine, sharedCreditLine } from '../../domain/media/media-rights.ts'
import { type Picture, pictureSources } from '../pictures/pictures.ts'
import type { ArticleDetail } from '../types.ts'
import type { Words } from '../../words/words.ts'
import { parseHtml } from '#parse-html'

type Pictures = ReadonlyMap<string, Picture>
type MadeByWords = Words['article']['madeBy']
/** Draws a figure. Without a caption of its own (undefined) a picture has the media library's. */
type Figure = (src: string, alt: string, caption?: string | null) => string

/** The whole story as one piece of HTML for feed readers: its pictures, its facts, its text, its gallery; every address absolute. */
export function feedStory(
  article: ArticleDetail,
  siteUrl: string,
  { article: words }: Words,
  language: string,
): string {
  const { card, opening, facts, pictures, gallery, pictureRights } = article
  const { madeBy } = words
  const all = new Map(pictures)
  for (const picture of [card.image, ...gallery])
    if (picture !== null && !all.has(picture.url)) all.set(picture.url, picture)
  const figure = figureFrom(all, madeBy)
  const lead =
    card.image && opening !== 'none' ? figure(card.image.url, card.image.alt, card.image.caption) : ''
  const rest = gallery.map(({ url, alt, caption }) => figure(url, alt, caption)).join('')
  const credit = pictureRights === null ? '' : `<p>${escapeHtml(sharedCreditLine(pictureRights, words))}</p>`
  return forFeedReaders(
    lead + factList(facts) + feedBody(article, all, madeBy, language) + rest + credit,
    siteUrl + card.path,
  )
}

function factList(facts: readonly Fact[]): string {
  const items = facts.map(
    ({ label, value }) => `<li><strong>${escapeHtml(label)}:</strong> ${escapeHtml(value)}</li>`,
  )
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`
}

function figureFrom(pictures: Pictures, madeBy: MadeByWords): Figure {
  return (src, alt, caption) => {
    const words = [
      caption === undefined ? pictures.get(src)?.caption : caption,
      creditAt(src, pictures, madeBy),
    ].filter((part) => part != null)
    return (
      `<figure><img src="${escapeHtml(copyOf(src, pictures))}" alt="${escapeHtml(alt)}">` +
      `${words.length === 0 ? '' : `<figcaption>${escapeHtml(words.join(' · '))}</figcaption>`}</figure>`
    )
  }
}

function creditAt(src: string, pictures: Pictures, madeBy: MadeByWords): string | null {
  const picture = pictures.get(src)
  return picture === undefined ? null : creditLine(picture.rights, madeBy)
}

/** The address of the copy that clients without a choice of sizes get. */
function copyOf(src: string, pictures: Pictures): string {
  const picture = pictures.get(src)
  return (picture && pictureSources(picture)?.src) ?? src
}

function feedBody(
  { content, withdrawn }: ArticleDetail,
  pictures: Pictures,
  madeBy: MadeByWords,
  language: string,
): string {
  const body = renderBody(content, {
    imageMarkup: (src, alt) => [el('img', [], { src: copyOf(src, pictures), alt })],
    captionOf(src) {
      const caption = pictures.get(src)?.caption ?? null
      const credit = creditAt(src, pictures, madeBy)
      return { caption, credit: credit === null ? [] : [text(caption === null ? credit : `· ${credit}`)] }
    },
    language,
    withdrawn,
  })
  return bodyHtml(body, figureFrom(pictures, madeBy))
}

function bodyHtml(body: RenderedBody, figure: Figure): string {
  if (body.kind === 'error') return ''
  if (body.kind === 'html') return body.html
  if (body.kind === 'interactive') {
    return body.choices
      .map(({ title, description, image, html }) => {
        const picture = image === null ? '' : figure(image, '')
        return `<h2>${escapeHtml(title)}</h2>${picture}<p>${escapeHtml(description)}</p>${html}`
      })
      .join('')
  }
  return body.sections
    .map((section) => {
      if (section.type === 'text') return section.html
      return section.items
        .map(({ type, src, alt, caption }) =>
          type === 'image'
            ? figure(src, alt, caption ?? undefined)
            : `<p><a href="${escapeHtml(src)}">${escapeHtml(caption ?? (alt || src))}</a></p>`,
        )
        .join('')
    })
    .join('')
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Whether an attribute means something outside of the page. */
function isKept({ tagName }: Element, name: string): boolean {
  const attribute = attributesOf(tagName)[name]
  return attribute !== undefined && attribute.isPageOnly !== true
}

/** The same HTML without anything that only works in the page; addresses are resolved as on the page at `base`. */
export function forFeedReaders(html: string, base: string): string {
  const tree = parseHtml(html)
  visit(tree, 'element', (node: Element, index, parent) => {
    if (ELEMENTS[node.tagName] === undefined && parent && index !== undefined) {
      parent.children.splice(index, 1, ...node.children)
      return index
    }
    node.properties = Object.fromEntries(
      Object.entries(node.properties).filter(([name]) => isKept(node, name)),
    )
    for (const name of ['href', 'src']) {
      const value = node.properties[name]
      if (typeof value !== 'string') continue
      const address = URL.parse(value, base)
      if (address === null) delete node.properties[name]
      else node.properties[name] = address.href
    }
    return undefined
  })
  return stringify(tree.children.filter((node) => node.type !== 'doctype'))
}
