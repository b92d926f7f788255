import type { Element, ElementContent, Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import { embedOf } from '../story/embed.ts'
import { picturesInText } from '../media/picture-rows.ts'
import { wordCount } from '../story/read-time.ts'
import { MAIN_LANGUAGE } from '../text/language.ts'
import { shownAddress } from '../media/media-address.ts'
import { type Unreadable, readContent, textToHast } from './content.ts'
import { UniqueIds, anchorId, anchorsOf, unlinkMissing } from './anchors.ts'
import { FIGURE_WIDTHS, type FigureWidth } from './elements.ts'
import { el, isElement, text, textOf } from './html/hast.ts'
import { type JsonObject, objects, str } from './json.ts'
import { isEmptyPlace, safeTree, stringify } from './html/safe-html.ts'
import { mediaUrl } from './urls.ts'
import { normalizeBlocks } from './normalize-blocks.ts'

export interface BodyHeading {
  id: string
  text: string
  depth: 2 | 3
}

export interface BodyChoice {
  /** Usable as the id of an element. */
  id: string
  title: string
  description: string
  image: string | null
  html: string
}

export interface BodyMedia {
  type: 'image' | 'video'
  src: string
  alt: string
  caption: string | null
}

export type BodySection = { type: 'text'; html: string } | { type: 'media'; items: BodyMedia[] }

/** `images` are the addresses of all pictures in reading order; `words` counts what readers read. */
export type RenderedBody =
  | { kind: 'html'; html: string; headings: BodyHeading[]; words: number; images: string[] }
  | { kind: 'interactive'; choices: BodyChoice[]; words: number; images: string[] }
  | { kind: 'mixed-media'; sections: BodySection[]; words: number; images: string[] }
  | { kind: 'error'; reason: Unreadable }

/** The place of a picture in the text: the width of its block, and the picture's share of it. A wide row is wider. */
export interface PicturePlace {
  width: FigureWidth | 'text' | 'wideRow'
  share: number
}

export interface RenderOptions {
  /** The elements that replace a picture in the text; null keeps the plain `img`. */
  imageMarkup?: (src: string, alt: string, place: PicturePlace) => Element[] | null
  /** The text below a picture: a caption, unless its figure has one, followed by the credit. */
  captionOf?: (src: string) => { caption: string | null; credit: ElementContent[] }
  /** The tag of the language whose quotation marks `q` gets; without it English. */
  language?: string
  /** The storage paths of files that are left out: pictures go with their captions, links become plain text. */
  withdrawn?: readonly string[]
}

/**
 * Renders an article's content of any format to safe HTML: only the elements, attributes and URL schemes of the schema
 * in safe-html.ts, and what `imageMarkup` returns. Unreadable content gives the kind 'error' with its message for
 * readers; never throws.
 */
export function renderBody(content: unknown, options: RenderOptions = {}): RenderedBody {
  try {
    return render(content, options)
  } catch (error) {
    // Stack overflow: nested deeper than any real story.
    if (error instanceof RangeError) return { kind: 'error', reason: 'unknown' }
    throw error
  }
}

/** Whether a body shows neither words nor pictures. */
export function isEmptyBody(body: RenderedBody): boolean {
  if (body.kind === 'error') return true
  const hasMedia = body.kind === 'mixed-media' && body.sections.some(({ type }) => type === 'media')
  return body.words === 0 && body.images.length === 0 && !hasMedia
}

function render(content: unknown, options: RenderOptions): RenderedBody {
  const read = readContent(content)
  if (read.kind === 'error') return read
  const page = new PageParts(options)
  if (read.kind === 'text') {
    const tree = page.text(read.nodes)
    const { headings, words, images } = page
    return { kind: 'html', html: page.html(tree), headings, words, images }
  }
  // Links may lead from one text to another: all texts are read before the first is written.
  if (read.kind === 'interactive') {
    const choices = read.choices
      .map((choice) => readChoice(choice, page))
      .map(({ tree, ...choice }) => ({ ...choice, html: page.html(tree) }))
    return { kind: 'interactive', choices, words: page.words, images: page.images }
  }
  const sections = read.sections
    .map((section) => readSection(section, page))
    .filter((section) => section !== null)
    .map((section): BodySection =>
      section.type === 'text' ? { type: 'text', html: page.html(section.tree) } : section,
    )
  if (sections.length === 0 && read.sections.length > 0 && !page.hasWithdrawn) {
    return { kind: 'error', reason: 'unknown' }
  }
  return { kind: 'mixed-media', sections, words: page.words, images: page.images }
}

/** State shared by all texts of a page: unique ids, pictures in order, word count. */
class PageParts {
  readonly headings: BodyHeading[] = []
  readonly images: string[] = []
  words = 0
  readonly #ids = new UniqueIds()
  /** The ids of the page by the names that links have for them. */
  readonly #idOf = new Map<string, string>()
  readonly #options: RenderOptions

  constructor(options: RenderOptions) {
    this.#options = options
  }

  /** An id that no other element of the page has. */
  uniqueId(name: string, fallback: string): string {
    return this.#ids.next(name, fallback)
  }

  countWords(text: string): string {
    this.words += wordCount(text)
    return text
  }

  /** The tree of a text, whose links within the page lead nowhere yet: see `html`. */
  text(nodes: Root['children']): Root {
    const safe = safeTree(nodes, this.#options.language ?? MAIN_LANGUAGE)
    removeEmptyPlaces(safe)
    const root: Root = { type: 'root', children: normalizeBlocks(this.#withoutWithdrawn(safe)) }
    const names = anchorsOf(root)
    const placeOf = placePictures(root)
    visit(root, 'element', (node) => {
      if (node.properties.dataBlock === 'embed') addPlayer(node)
    })
    const newIds = new Map<string, string>()
    const figures: [figure: Element, sources: string[]][] = []
    visit(root, 'element', (node, index, parent) => {
      const { id } = node.properties
      const isSection = node.tagName === 'h2' || node.tagName === 'h3'
      // The heading of a fact box is no section of the story.
      if (isSection && !isElement(parent, 'aside')) this.#heading(node)
      else if (typeof id === 'string') node.properties.id = this.uniqueId(id, 'anchor')
      if (typeof id === 'string') newIds.set(id, String(node.properties.id))
      if (node.tagName === 'figure' && !isPictureRow(node)) figures.push([node, picturesIn(node)])
      if (node.tagName === 'img' && parent && index !== undefined) {
        const replaced = this.#image(node, placeOf(node))
        if (replaced) {
          parent.children.splice(index, 1, ...replaced)
          return index + replaced.length
        }
      }
      return undefined
    })
    for (const [name, id] of names) if (!this.#idOf.has(name)) this.#idOf.set(name, newIds.get(id) ?? id)
    this.countWords(textOf(root))
    const { captionOf } = this.#options
    if (captionOf !== undefined)
      for (const [figure, sources] of figures) addCaption(figure, sources.map(captionOf))
    return root
  }

  /** The HTML of a text, once all texts of the page are read. */
  html(tree: Root): string {
    unlinkMissing(tree, (name) => this.#idOf.get(name) ?? this.#idOf.get(anchorId(name, '')))
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName !== 'table' || !parent || index === undefined) return undefined
      parent.children[index] = scrollable(node)
      return index + 1
    })
    return stringify(tree.children as ElementContent[])
  }

  get hasWithdrawn(): boolean {
    return (this.#options.withdrawn?.length ?? 0) > 0
  }

  /** The address of a picture or film; null where there is none, or it is left out. */
  shown(address: string | null): string | null {
    return shownAddress(address, this.#options.withdrawn ?? [])
  }

  #isWithdrawn(address: string): boolean {
    return this.shown(address) === null
  }

  /** Mutates the tree. */
  #withoutWithdrawn(tree: Root): Root {
    if (!this.hasWithdrawn) return tree
    const isLeftOut = ({ tagName, properties: { src } }: Element) =>
      tagName === 'img' && typeof src === 'string' && this.#isWithdrawn(src)
    visit(tree, 'element', (node, index, parent) => {
      if (parent === undefined || index === undefined) return undefined
      const { href } = node.properties
      if (node.tagName === 'a' && typeof href === 'string' && this.#isWithdrawn(href)) {
        parent.children.splice(index, 1, ...node.children)
        return index
      }
      const pictures = node.tagName === 'figure' ? elementsIn(node, 'img') : []
      if (isLeftOut(node) || (pictures.length > 0 && pictures.every(isLeftOut))) {
        parent.children.splice(index, 1)
        return index
      }
      return undefined
    })
    return tree
  }

  #heading(node: Element): void {
    const text = textOf(node).replace(/\s+/g, ' ').trim()
    const id = this.uniqueId(text, 'section')
    node.properties.id = id
    this.headings.push({ id, text, depth: node.tagName === 'h2' ? 2 : 3 })
  }

  #image(node: Element, place: PicturePlace): Element[] | null {
    const src = str(node.properties.src)
    this.images.push(src)
    const markup = this.#options.imageMarkup?.(src, str(node.properties.alt), place) ?? null
    const { title } = node.properties
    if (markup !== null && title !== undefined) {
      visit({ type: 'root', children: markup }, 'element', (element) => {
        if (element.tagName === 'img') element.properties.title = title
      })
    }
    return markup
  }
}

function elementsIn(node: Element, tagName: string): Element[] {
  const found: Element[] = []
  visit(node, 'element', (inner) => {
    if (inner.tagName === tagName) found.push(inner)
  })
  return found
}

/** Removes the places of pictures, films and sounds that are yet to be chosen, with their captions. */
function removeEmptyPlaces(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    if (!isEmptyPlace(node) || parent === undefined || index === undefined) return undefined
    parent.children.splice(index, 1)
    return [SKIP, index]
  })
}

const picturesIn = (figure: Element): string[] =>
  elementsIn(figure, 'img').map(({ properties }) => str(properties.src))

/** Adds the caption of its picture to a figure without one, and the credits of its pictures. */
function addCaption(
  figure: Element,
  pictures: readonly { caption: string | null; credit: ElementContent[] }[],
): void {
  const own = figure.children.find((child): child is Element => isElement(child, 'figcaption'))
  const caption = pictures.length === 1 ? (pictures[0]?.caption ?? null) : null
  const words = own?.children ?? (caption === null ? [] : [text(caption)])
  const credits = new Map(
    pictures
      .map(({ credit }) => [credit.map(textOf).join(''), credit] as const)
      .filter(([name]) => name !== ''),
  )
  const parts = [words, ...credits.values()].filter((part) => part.length > 0)
  if (parts.length === 0) return
  const children = parts.flatMap((part, at) => (at === 0 ? part : [text(' '), ...part]))
  if (own !== undefined) own.children = children
  else figure.children.push(el('figcaption', children))
}

/** Whether a figure holds others. */
const isPictureRow = (figure: Element) => figure.properties.dataBlock === 'pictures'

/** Tells the page's script where the film or sound of a figure plays; a link to anywhere else stays a link. */
function addPlayer(figure: Element): void {
  const link = figure.children.find((child) => isElement(child, 'a'))
  const embed = isElement(link) ? embedOf(str(link.properties.href)) : null
  if (embed === null || !isElement(link)) return
  Object.assign(figure.properties, { dataIsland: 'embed', dataHoldsLinks: '' })
  if (embed.ratio !== null) figure.properties.style = `--player:${embed.ratio}`
  Object.assign(link.properties, { dataPlayer: embed.player, dataProvider: embed.provider })
}

/** Gives the pictures of rows their shares of the width, in place; the place of each picture of the text. */
function placePictures(root: Root): (image: Element) => PicturePlace {
  const places = new Map<Element, PicturePlace>()
  visit(root, 'element', (block) => {
    if (block.tagName !== 'figure') return undefined
    const width = FIGURE_WIDTHS.find((name) => name === block.properties.dataWidth) ?? 'text'
    if (!isPictureRow(block)) {
      for (const image of elementsIn(block, 'img')) places.set(image, { width, share: 1 })
      return SKIP
    }
    const figures = block.children.filter((child) => isElement(child, 'figure'))
    const rows = picturesInText(figures.map(rowPicture))
    if (rows.style !== null) block.properties.style = rows.style
    for (const [at, figure] of figures.entries()) {
      const { share, style } = rows.places[at] ?? { share: 1, style: '' }
      figure.properties.style = style
      for (const image of elementsIn(figure, 'img'))
        places.set(image, { width: width === 'wide' ? 'wideRow' : width, share })
    }
    return SKIP
  })
  return (image) => places.get(image) ?? { width: 'text', share: 1 }
}

/** A picture of a row, in the size that the text has of it. */
function rowPicture(figure: Element) {
  const { width, height } = elementsIn(figure, 'img')[0]?.properties ?? {}
  const caption = elementsIn(figure, 'figcaption').map(textOf).join('') || null
  return { width: Number(width) || null, height: Number(height) || null, caption }
}

/** A table in a frame that scrolls on narrow screens, by keys, too. */
function scrollable(table: Element): Element {
  return el('div', [table], { className: ['table'], role: 'region', ariaLabel: 'Table', tabIndex: 0 })
}

/** What is read of a choice or section; `tree` is its text. */
type Unwritten<Part extends { html: string }> = Omit<Part, 'html'> & { tree: Root }

function readChoice(choice: JsonObject, page: PageParts): Unwritten<BodyChoice> {
  const title = page.countWords(str(choice.title))
  const image = page.shown(mediaUrl(choice.image))
  if (image !== null) page.images.push(image)
  return {
    id: page.uniqueId(str(choice.id) || title, 'choice'),
    title,
    description: page.countWords(str(choice.description)),
    image,
    tree: page.text(textToHast(str(choice.content))),
  }
}

function readSection(
  section: JsonObject,
  page: PageParts,
): Unwritten<BodySection & { type: 'text' }> | (BodySection & { type: 'media' }) | null {
  if (section.type === 'text') return { type: 'text', tree: page.text(textToHast(str(section.content))) }
  if (section.type !== 'media') return null
  const items = objects(section.items).flatMap((item): BodyMedia[] => {
    const src = page.shown(mediaUrl(item.src))
    if (src === null || (item.type !== 'image' && item.type !== 'video')) return []
    if (item.type === 'image') page.images.push(src)
    return [{ type: item.type, src, alt: str(item.alt), caption: page.countWords(str(item.caption)) || null }]
  })
  return items.length > 0 ? { type: 'media', items } : null
}
