import type { ElementContent } from 'hast'
import { ELEMENTS, attributesOf } from './elements.ts'
import { el, isElement, isInline, text } from './html/hast.ts'
import { type JsonObject, isObject, objects, str } from './json.ts'
import { boldToHast } from './plain-text.ts'
import { taskSign, unknownNode } from './html/unknown-node.ts'

/** Bits of the `format` number of a Lexical text node, innermost element first. */
const LEXICAL_FORMATS: readonly (readonly [number, string])[] = [
  [64, 'sup'],
  [32, 'sub'],
  [16, 'code'],
  [8, 'u'],
  [4, 's'],
  [2, 'em'],
  [1, 'strong'],
]

/** Types of Lexical nodes and of older ProseMirror marks; the others have the names that our editor has. */
const OTHER_TYPES: readonly (readonly [type: string, tagName: string])[] = [
  ['quote', 'blockquote'],
  ['linebreak', 'br'],
  ['strong', 'strong'],
  ['em', 'em'],
]

/** The element of each node and mark, by its type without separators and in lower case. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ELEMENTS).flatMap(([tagName, { editor }]): [string, string][] =>
    editor === null ? [] : [[plainType(editor), tagName]],
  ),
  ...OTHER_TYPES,
])

/** The blocks that share a tag, by their type. */
const BLOCKS: ReadonlyMap<string, { tagName: string; dataBlock: string }> = new Map(
  Object.entries(ELEMENTS).flatMap(([tagName, { blocks = {} }]) =>
    Object.entries(blocks).map(([dataBlock, editor]) => [plainType(editor), { tagName, dataBlock }] as const),
  ),
)

/** Further types that nodeToHast knows. */
const OWN_TYPES: ReadonlySet<string> = new Set([
  'link',
  'autolink',
  'image',
  'code',
  'list',
  'tasklist',
  'taskitem',
])

function plainType(type: unknown): string {
  return str(type)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
}

/** Parses a Lexical or ProseMirror (TipTap) tree, unsanitised. Of unknown nodes the words and addresses stay. */
export function richTextToHast(nodes: readonly JsonObject[]): ElementContent[] {
  return nodes.flatMap((node) => nodeToHast(node, 'div'))
}

/** `around` is the element that takes the place of an unknown node: `div` among blocks, `span` within a line. */
function nodeToHast(node: JsonObject, around: 'div' | 'span'): ElementContent[] {
  const type = plainType(node.type)
  if (typeof node.text === 'string') return textToHast(node, node.text)

  const attrs = isObject(node.attrs) ? node.attrs : node
  const inside = objects(node.content ?? node.children).map((item) =>
    // Of a list of tasks Lexical says only of the items that were ticked once whether they are.
    node.listType === 'check' ? { ...item, checked: item.checked === true } : item,
  )
  const tagName = TYPES.get(type)
  const isKnown = tagName !== undefined || BLOCKS.has(type) || OWN_TYPES.has(type)
  const children = inside.flatMap((child) => nodeToHast(child, isKnown ? 'span' : around))
  switch (type) {
    case 'heading':
      return [el(headingTag(attrs), children)]
    case 'list':
      return [elementOf(node.listType === 'number' || node.tag === 'ol' ? 'ol' : 'ul', attrs, children)]
    case 'tasklist':
      return [el('ul', children)]
    case 'listitem': {
      const [only] = children
      // Lexical puts a nested list into an item of its own, shown without a bullet.
      if (children.length === 1 && isElement(only, 'ul', 'ol')) return [only]
      return [elementOf('li', attrs, 'checked' in attrs ? withSign(children, attrs.checked) : children)]
    }
    case 'taskitem':
      return [el('li', withSign(children, attrs.checked))]
    case 'pagebreak':
      return []
    case 'link':
    case 'autolink': {
      const fields = isObject(node.fields) ? node.fields : node
      return [el('a', children, { href: str(fields.url) })]
    }
    case 'image':
      return [elementOf('img', { ...attrs, alt: attrs.alt ?? attrs.altText }, [])]
    case 'quote':
      return [el('blockquote', children.every(isInline) ? [el('p', children)] : children)]
  }
  // Lexical's code block has the name of our mark; its cells say in a number that they are headings.
  if (type === 'code') return [el('pre', children)]
  if (type === 'tablecell' && Number(attrs.headerState) > 0) return [elementOf('th', attrs, children)]
  const block = BLOCKS.get(type)
  if (block !== undefined) {
    return [elementOf(block.tagName, { ...attrs, dataBlock: block.dataBlock }, children)]
  }
  if (tagName !== undefined) return [elementOf(tagName, attrs, children)]
  return inside.length > 0 ? [el(around, children)] : unknownNode(attrs).map((part) => inPlace(part, around))
}

/** A part of an unknown node, made inline where the node is within a line. */
function inPlace(part: ElementContent, around: 'div' | 'span'): ElementContent {
  return isElement(part, 'div') ? { ...part, tagName: around } : part
}

/** The content of an item of tasks, with its sign in its first line. */
function withSign(children: ElementContent[], isDone: unknown): ElementContent[] {
  const [first, ...rest] = children
  return isElement(first, 'p')
    ? [{ ...first, children: [taskSign(isDone), ...first.children] }, ...rest]
    : [taskSign(isDone), ...children]
}

/** An element with the attributes that the node has. A Lexical item has a `value` even when it is just the next number. */
function elementOf(tagName: string, attrs: JsonObject, children: ElementContent[]): ElementContent {
  const names = Object.keys(attributesOf(tagName)).filter((name) => name !== 'value' || !('format' in attrs))
  const given = new Map(Object.entries(attrs).map(([name, value]) => [name.toLowerCase(), value]))
  // The name that older ProseMirror has for it.
  if (!given.has('start')) given.set('start', attrs.order)
  const properties = names.flatMap((name): [string, string | true][] => {
    const value = given.get(name.toLowerCase())
    return value === true ? [[name, true]] : str(value) === '' ? [] : [[name, str(value)]]
  })
  return el(tagName, children, Object.fromEntries(properties))
}

function headingTag(attrs: JsonObject): string {
  const level = Number(attrs.level ?? str(attrs.tag).replace(/^h/, ''))
  return level >= 1 && level <= 4 ? `h${Math.trunc(level)}` : level > 4 ? 'h4' : 'h2'
}

function textToHast(node: JsonObject, value: string): ElementContent[] {
  const marks = objects(node.marks)
  const format = typeof node.format === 'number' ? node.format : 0
  const isCode = (format & 16) !== 0 || marks.some(({ type }) => type === 'code')
  let inline: ElementContent[] = isCode ? [text(value)] : boldToHast(value)
  for (const [bit, tagName] of LEXICAL_FORMATS) if (format & bit) inline = [el(tagName, inline)]
  for (const mark of marks) {
    const tagName = TYPES.get(plainType(mark.type))
    if (tagName === undefined || ELEMENTS[tagName]?.kind !== 'inline') continue
    inline = [elementOf(tagName, isObject(mark.attrs) ? mark.attrs : {}, inline)]
  }
  return inline
}
