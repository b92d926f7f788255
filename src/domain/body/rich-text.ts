import type { ElementContent } from 'hast'
import { el, text } from './hast.ts'
import { type JsonObject, isObject, objects, str } from './json.ts'
import { boldToHast } from './plain-text.ts'
import { isInline } from './safe-html.ts'

/** Bits of the `format` number of a Lexical text node, innermost element first. */
const LEXICAL_FORMATS: readonly (readonly [number, string])[] = [
  [16, 'code'],
  [8, 'u'],
  [4, 's'],
  [2, 'em'],
  [1, 'strong'],
]

/** Marks of a ProseMirror text node. */
const MARKS: Readonly<Record<string, string>> = {
  bold: 'strong',
  strong: 'strong',
  italic: 'em',
  em: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
}

/** Node types of both trees (without separators, in lower case) and their elements. */
const ELEMENTS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  quote: 'blockquote',
  blockquote: 'blockquote',
  bulletlist: 'ul',
  orderedlist: 'ol',
  listitem: 'li',
  codeblock: 'pre',
  code: 'pre',
  hardbreak: 'br',
  linebreak: 'br',
  horizontalrule: 'hr',
}

/** Parses a Lexical or ProseMirror (TipTap) tree, unsanitised. Unknown nodes are replaced by their content. */
export function richTextToHast(nodes: readonly JsonObject[]): ElementContent[] {
  return nodes.flatMap(nodeToHast)
}

function nodeToHast(node: JsonObject): ElementContent[] {
  const type = str(node.type)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  if (typeof node.text === 'string') return textToHast(node, node.text)

  const attrs = isObject(node.attrs) ? node.attrs : node
  const children = richTextToHast(objects(node.content ?? node.children))
  switch (type) {
    case 'heading':
      return [el(headingTag(attrs), children)]
    case 'list':
      return [el(node.listType === 'number' || node.tag === 'ol' ? 'ol' : 'ul', children)]
    case 'link':
    case 'autolink': {
      const fields = isObject(node.fields) ? node.fields : node
      return [el('a', children, { href: str(fields.url) })]
    }
    case 'image':
      return [el('img', [], imageProperties(attrs))]
    case 'quote':
      return [el('blockquote', children.every(isInline) ? [el('p', children)] : children)]
  }
  const tagName = ELEMENTS[type]
  return tagName === undefined ? children : [el(tagName, children)]
}

function headingTag(attrs: JsonObject): string {
  const level = Number(attrs.level ?? str(attrs.tag).replace(/^h/, ''))
  return level >= 1 && level <= 4 ? `h${Math.trunc(level)}` : level > 4 ? 'h4' : 'h2'
}

function imageProperties(attrs: JsonObject) {
  return {
    src: str(attrs.src),
    alt: str(attrs.alt ?? attrs.altText),
    title: str(attrs.title) || undefined,
    width: str(attrs.width) || undefined,
    height: str(attrs.height) || undefined,
  }
}

function textToHast(node: JsonObject, value: string): ElementContent[] {
  const marks = objects(node.marks)
  const format = typeof node.format === 'number' ? node.format : 0
  const isCode = (format & 16) !== 0 || marks.some(({ type }) => type === 'code')
  let inline: ElementContent[] = isCode ? [text(value)] : boldToHast(value)
  for (const [bit, tagName] of LEXICAL_FORMATS) if (format & bit) inline = [el(tagName, inline)]
  for (const mark of marks) {
    const type = str(mark.type)
    const tagName = MARKS[type]
    if (tagName !== undefined) inline = [el(tagName, inline)]
    else if (type === 'link' && isObject(mark.attrs))
      inline = [el('a', inline, { href: str(mark.attrs.href) })]
  }
  return inline
}
