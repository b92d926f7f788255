import { wordSet } from '../text/word-set.ts'

/** What an attribute of an element may hold. */
interface StoryAttribute {
  /** Values that are kept; any without it. Of a flag it is `true`. */
  matches?: RegExp
  isFlag?: true
  /** Means nothing outside of the page, so feeds leave it out. */
  isPageOnly?: true
}

/** An element of a story's HTML: what it is in the editor, from the clipboard, on the page, in feeds and as plain text. */
export interface StoryElement {
  /** 'block': on its own; 'part': only inside one of the elements `within`; 'inline': within a line of text. */
  kind: 'block' | 'part' | 'inline'
  within?: readonly string[]
  /** The editor's node or mark that writes it; null: the editor keeps its content in another form. */
  editor: string | null
  /**
   * The editor's nodes of blocks that share the tag, by their `data-block`. Where `editor` is null, the element without
   * one is a container like any other.
   */
  blocks?: Readonly<Record<string, string>>
  /** By their names in hast, such as `colSpan`. */
  attributes?: Readonly<Record<string, StoryAttribute>>
  /** Elements that mean the same. */
  synonyms?: readonly string[]
  /** Holds inline content only. */
  isLine?: true
  /** Shows something without content: a line, or a cell that keeps its column. */
  isShownEmpty?: true
  /** How its content reads as plain text; as it is without it. Blocks and breaks are set off by blanks. */
  plainText?: (content: string) => string
}

/** The id that a link of the same text leads to; anchors.ts gives it. */
const id: StoryAttribute = { matches: /^s-[a-z0-9-]+$/, isPageOnly: true }
const integer: StoryAttribute = { matches: /^-?\d{1,9}$/ }
const pixels: StoryAttribute = { matches: /^\d{1,5}$/, isPageOnly: true }
const span: StoryAttribute = { matches: /^[1-9]\d?$/ }
const flag: StoryAttribute = { matches: /^true$/, isFlag: true }

/** The widths of a picture. Without one, it is as wide as the column of text. */
export const FIGURE_WIDTHS = ['wide', 'full', 'margin'] as const
export type FigureWidth = (typeof FIGURE_WIDTHS)[number]
const width: StoryAttribute = { matches: oneOf(FIGURE_WIDTHS), isPageOnly: true }

const heading = { kind: 'block', editor: 'heading', attributes: { id }, isLine: true } as const
const cellAttributes = { colSpan: span, rowSpan: span }

/**
 * Every element that a story may have, by tag name. The editor's schema, the cleaning of pasted text, the site's
 * allow-list, feeds and plain text follow from it.
 */
export const ELEMENTS: Readonly<Record<string, StoryElement>> = {
  p: { kind: 'block', editor: 'paragraph', attributes: { id }, isLine: true },
  h1: heading,
  h2: heading,
  h3: heading,
  h4: { ...heading, synonyms: ['h5', 'h6'] },
  blockquote: { kind: 'block', editor: 'blockquote', attributes: { id } },
  // The speaker of a quotation; in the editor its last paragraph, which begins with an em dash.
  footer: { kind: 'part', within: ['blockquote'], editor: null, isLine: true },
  ul: { kind: 'block', editor: 'bulletList', synonyms: ['menu', 'dir'] },
  ol: {
    kind: 'block',
    editor: 'orderedList',
    attributes: { start: integer, type: { matches: /^[1aAiI]$/ }, reversed: flag },
  },
  // An empty item counts in a numbered list.
  li: {
    kind: 'part',
    within: ['ul', 'ol'],
    editor: 'listItem',
    attributes: { id, value: integer },
    isShownEmpty: true,
  },
  pre: {
    kind: 'block',
    editor: 'codeBlock',
    attributes: { id },
    isLine: true,
    synonyms: ['xmp', 'listing', 'plaintext'],
  },
  hr: { kind: 'block', editor: 'horizontalRule', isShownEmpty: true },
  // `pictures`: figures in rows; `embed`: the link to a film or sound of another site.
  figure: {
    kind: 'block',
    editor: 'figure',
    blocks: { pictures: 'pictures', embed: 'embed' },
    attributes: { id, dataWidth: width },
  },
  figcaption: { kind: 'part', within: ['figure'], editor: 'figure', isLine: true },
  img: {
    kind: 'inline',
    editor: 'figure',
    attributes: { src: {}, alt: {}, title: {}, width: pixels, height: pixels },
  },
  aside: {
    kind: 'block',
    editor: null,
    blocks: { facts: 'factBox', note: 'marginNote' },
    attributes: { id },
  },
  table: { kind: 'block', editor: 'table', attributes: { id } },
  tr: { kind: 'part', within: ['table'], editor: 'tableRow', isShownEmpty: true },
  th: {
    kind: 'part',
    within: ['tr'],
    editor: 'tableHeader',
    attributes: { ...cellAttributes, scope: { matches: /^(?:col|row)$/ } },
    isShownEmpty: true,
  },
  td: { kind: 'part', within: ['tr'], editor: 'tableCell', attributes: cellAttributes, isShownEmpty: true },
  br: { kind: 'inline', editor: 'hardBreak', isShownEmpty: true, plainText: () => ' ' },
  strong: { kind: 'inline', editor: 'bold', synonyms: ['b'] },
  em: { kind: 'inline', editor: 'italic', synonyms: ['i', 'var', 'dfn'] },
  u: { kind: 'inline', editor: 'underline', synonyms: ['ins'] },
  s: { kind: 'inline', editor: 'strike', synonyms: ['strike', 'del'] },
  a: { kind: 'inline', editor: 'link', attributes: { href: {}, title: {} } },
  // The title of a work, in imported stories.
  cite: { kind: 'inline', editor: 'cite' },
  code: { kind: 'inline', editor: 'code', synonyms: ['kbd', 'samp', 'tt'] },
  // As plain text, 10⁶ must not become 106.
  sup: { kind: 'inline', editor: 'superscript', plainText: raised },
  sub: { kind: 'inline', editor: 'subscript' },
}

/** The attributes of an element with their names in hast, the `data-block` of its blocks among them. */
export function attributesOf(tagName: string): Readonly<Record<string, StoryAttribute>> {
  const { attributes = {}, blocks } = ELEMENTS[tagName] ?? {}
  return blocks === undefined
    ? attributes
    : { ...attributes, dataBlock: { matches: oneOf(Object.keys(blocks)), isPageOnly: true } }
}

function oneOf(values: readonly string[]): RegExp {
  return new RegExp(`^(?:${values.join('|')})$`)
}

/** The name of an attribute in HTML: 'dataWidth' → 'data-width'. */
export function htmlName(name: string): string {
  return name.replace(/^data([A-Z])/, (_, letter: string) => `data-${letter.toLowerCase()}`)
}

const RAISED = new Map(
  Array.from('0123456789+-−=()ni', (sign, at) => [sign, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'[at] ?? sign]),
)

/** Raised digits and signs; words stay as they are. */
function raised(content: string): string {
  const signs = [...content]
  return signs.every((sign) => RAISED.has(sign)) ? signs.map((sign) => RAISED.get(sign)).join('') : content
}

/** The elements of one kind. */
export function elementsOf(kind: StoryElement['kind']): string[] {
  return Object.keys(ELEMENTS).filter((name) => ELEMENTS[name]?.kind === kind)
}

/** The element by each of its synonyms: 'b' → 'strong'. */
export const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries(ELEMENTS).flatMap(([name, { synonyms = [] }]) => synonyms.map((other) => [other, name])),
)

/**
 * What a story cannot contain, by the word that people know it by, and its elements. They are dropped with their content,
 * and a paste says how many. Of a frame, film or sound in a stored story the address stays, as a link.
 */
export const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  frame: ['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'portal'],
  film: ['video'],
  sound: ['audio'],
  drawing: ['svg', 'canvas'],
  formula: ['math'],
  'form field': ['input', 'textarea', 'select', 'datalist'],
}

/** All elements that are dropped with their content; other unknown ones are replaced by their content. */
export const DROPPED: ReadonlySet<string> = new Set([
  ...Object.values(LEFT_OUT).flat(),
  ...wordSet('script style template noscript head title base link meta noframes noembed map option rp'),
])
