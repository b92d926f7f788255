import type { ElementContent, Root } from 'hast'
import { visit } from 'unist-util-visit'
import { el, text } from '../domain/body/html/hast.ts'
import { stringify } from '../domain/body/html/safe-html.ts'
import { type RenderedBody, renderBody } from '../domain/body/render.ts'
import { type Fact, shownFacts } from '../domain/story/fact.ts'
import { nodesOf, storyBody } from '../import/body/story-body.ts'
import type { Library } from './library.ts'
import type { LossName } from './losses.ts'

/** What a text is made of beside its content. */
interface BodySource {
  content: unknown
  /** Captions in place of the library's, by the address of the picture. */
  captions: Readonly<Record<string, string>>
  facts: readonly Fact[]
  gallery: readonly string[]
  /** The line that names the people whom the byline of the other system does not have; '' for none. */
  lastLine: string
  /** Storage paths of files that are not shown. */
  withdrawn: readonly string[]
}

interface BodyContext {
  library: Library
  language: string
  /** The address of a file of the library in the export. */
  addressOf: (storagePath: string) => string
  /** The same of what is on the site itself. */
  absolute: (address: string) => string
}

interface LeavingBody {
  /** Elements of a story only, as `storyBody` makes them. */
  html: string
  losses: Set<LossName>
}

/**
 * A text as readers see it, in the elements of a story: with the captions of the library below the pictures, and with what a
 * story of another system has no place for, its facts and gallery, before and after it.
 */
export function leavingBody(source: BodySource, context: BodyContext): LeavingBody {
  const losses = new Set<LossName>()
  const figures = new Figures(source, context, losses)
  const rendered = renderBody(source.content, {
    captionOf: (src) => figures.wordsOf(src),
    language: context.language,
    withdrawn: source.withdrawn,
  })
  const parts = [
    ...factList(source.facts, losses),
    ...bodyNodes(rendered, figures, losses),
    ...galleryNodes(source.gallery, figures, losses),
    ...lastLine(source.lastLine, losses),
  ]
  const tree: Root = { type: 'root', children: parts }
  visit(tree, 'element', ({ tagName, properties, children: [first] }) => {
    // A credit alone, without a caption before it.
    if (tagName === 'figcaption' && first?.type === 'text') first.value = first.value.replace(/^· /, '')
    if (properties.dataWidth === 'margin') losses.add('margin')
    if (properties.dataBlock === 'embed') losses.add('filmName')
    if (tagName === 'img' && properties.title !== undefined) losses.add('pictureTitle')
    if (tagName === 'img' && (properties.width ?? properties.height) !== undefined) losses.add('pictureSize')
    const name = tagName === 'img' ? 'src' : tagName === 'a' ? 'href' : null
    const address = name === null ? undefined : properties[name]
    if (name === null || typeof address !== 'string') return
    const file = context.library.at(address)
    if (file !== undefined) properties[name] = context.addressOf(file.storagePath)
    else if (name === 'src' || address.startsWith('/storage/')) properties[name] = context.absolute(address)
  })
  return { html: storyBody(tree, context.language).html, losses }
}

/** Pictures with the words below them. */
class Figures {
  readonly #source: BodySource
  readonly #context: BodyContext
  readonly #losses: Set<LossName>

  constructor(source: BodySource, context: BodyContext, losses: Set<LossName>) {
    this.#source = source
    this.#context = context
    this.#losses = losses
  }

  /** What the library says of a picture, for a figure without a caption of its own, and its credit. */
  wordsOf(src: string): { caption: string | null; credit: ElementContent[] } {
    const file = this.#context.library.at(src)
    const caption = this.#source.captions[src] || file?.caption || null
    const credit = file?.credit ?? ''
    if (credit !== '') this.#losses.add('credit')
    if (caption !== null) this.#losses.add('libraryWords')
    return { caption, credit: credit === '' ? [] : [text(`· ${credit}`)] }
  }

  of(src: string, alt?: string, ownCaption?: string): ElementContent {
    const { caption, credit } = this.wordsOf(src)
    const file = this.#context.library.at(src)
    const words = [ownCaption ?? caption, ...credit.map((node) => ('value' in node ? node.value : ''))]
    const line = words
      .filter((part) => part !== null && part !== '')
      .join(' ')
      .replace(/^· /, '')
    const img = el('img', [], { src, alt: alt ?? file?.alt ?? '' })
    return el('figure', [img, ...(line === '' ? [] : [el('figcaption', [text(line)])])])
  }
}

function factList(facts: readonly Fact[], losses: Set<LossName>): ElementContent[] {
  const shown = shownFacts(facts)
  if (shown.length === 0) return []
  losses.add('facts')
  const items = shown.map(({ label, value }) =>
    el('li', [el('strong', [text(`${label}:`)]), text(` ${value}`)]),
  )
  return [el('aside', [el('ul', items)], { dataBlock: 'facts' })]
}

function galleryNodes(gallery: readonly string[], figures: Figures, losses: Set<LossName>): ElementContent[] {
  if (gallery.length === 0) return []
  losses.add('gallery')
  const all = gallery.map((src) => figures.of(src))
  const [only] = all
  return all.length === 1 && only !== undefined ? [only] : [el('figure', all, { dataBlock: 'pictures' })]
}

function lastLine(line: string, losses: Set<LossName>): ElementContent[] {
  if (line === '') return []
  losses.add('roles')
  return [el('p', [el('em', [text(line)])])]
}

function bodyNodes(body: RenderedBody, figures: Figures, losses: Set<LossName>): ElementContent[] {
  switch (body.kind) {
    case 'error':
      losses.add('unreadable')
      return []
    case 'html':
      return contentOf(body.html)
    case 'interactive':
      losses.add('parts')
      return body.choices.flatMap(({ title, description, image, html }) => [
        el('h2', [text(title)]),
        ...(image === null ? [] : [figures.of(image)]),
        ...(description === '' ? [] : [el('p', [text(description)])]),
        ...contentOf(html),
      ])
    case 'mixed-media':
      losses.add('parts')
      return body.sections.flatMap((section) => {
        if (section.type === 'text') return contentOf(section.html)
        return section.items.map(({ type, src, alt, caption }) =>
          type === 'image'
            ? figures.of(src, alt, caption ?? undefined)
            : el('p', [el('a', [text(caption ?? (alt || src))], { href: src })]),
        )
      })
  }
}

function contentOf(html: string): ElementContent[] {
  return nodesOf(html).filter((node) => node.type === 'element' || node.type === 'text')
}

/** The HTML of a block. */
export function htmlOf(...nodes: ElementContent[]): string {
  return stringify(nodes)
}
