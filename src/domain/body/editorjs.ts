import type { ElementContent, Root } from 'hast'
import { el } from './html/hast.ts'
import { type JsonObject, isObject, objects, str } from './json.ts'
import { boldToHast } from './plain-text.ts'
import { taskSign, unknownNode } from './html/unknown-node.ts'

type ParseInline = (html: string) => Root

/**
 * Parses EditorJS blocks (`{ type, data }`), unsanitised. `parse` reads the inline HTML of a block. Of unknown blocks the
 * words and addresses stay, in paragraphs.
 */
export function blocksToHast(blocks: readonly JsonObject[], parse: ParseInline): ElementContent[] {
  const inline = (value: unknown) => withBold(parse(str(value)).children as ElementContent[])
  return blocks.flatMap((block) => {
    const data = isObject(block.data) ? block.data : block
    const words = inline(data.text)
    switch (block.type) {
      case 'header':
      case 'heading': {
        const level = Math.min(Math.max(Math.trunc(Number(data.level)) || 2, 1), 4)
        return [el(`h${level}`, words)]
      }
      case 'quote': {
        const source = str(data.caption) === '' ? [] : [el('p', inline(`— ${str(data.caption)}`))]
        return [el('blockquote', [el('p', words), ...source])]
      }
      case 'list':
        return [listToHast(data, inline)]
      case 'image': {
        const file = isObject(data.file) ? data.file : data
        const image = el('img', [], { src: str(file.url), alt: str(data.alt) })
        return [
          str(data.caption) === '' ? image : el('figure', [image, el('figcaption', inline(data.caption))]),
        ]
      }
      case 'code':
        return [el('pre', [{ type: 'text', value: str(data.code) }])]
      case 'delimiter':
        return [el('hr')]
      case 'table':
        return [tableToHast(data, inline)]
      case 'checklist':
        return [listToHast({ ...data, style: 'checklist' }, inline)]
      case 'raw':
        return parse(str(data.html)).children as ElementContent[]
      case 'paragraph':
        return words.length > 0 ? [el('p', words)] : []
      default:
        return unknownNode(data, inline)
    }
  })
}

function listToHast(data: JsonObject, inline: (value: unknown) => ElementContent[]): ElementContent {
  const { style } = data
  const items = Array.isArray(data.items) ? data.items : []
  const meta = isObject(data.meta) ? data.meta : {}
  const type = COUNTERS.get(str(meta.counterType))
  return el(
    style === 'ordered' ? 'ol' : 'ul',
    items.map((item) => {
      if (!isObject(item)) return el('li', inline(item))
      const isDone = isObject(item.meta) ? item.meta.checked : item.checked
      const nested = objects(item.items)
      const below = nested.length > 0 ? [listToHast({ style, items: nested }, inline)] : []
      const sign = style === 'checklist' ? [taskSign(isDone)] : []
      return el('li', [...sign, ...inline(item.content ?? item.text), ...below])
    }),
    {
      ...(str(meta.start) === '' ? {} : { start: str(meta.start) }),
      ...(type === undefined ? {} : { type }),
    },
  )
}

/** The signs that a list counts with, as its `type`. */
const COUNTERS: ReadonlyMap<string, string> = new Map([
  ['lower-alpha', 'a'],
  ['upper-alpha', 'A'],
  ['lower-roman', 'i'],
  ['upper-roman', 'I'],
])

function tableToHast(data: JsonObject, inline: (value: unknown) => ElementContent[]): ElementContent {
  const rows = Array.isArray(data.content) ? data.content : []
  return el(
    'table',
    rows.map((row, at) => {
      const cells: unknown[] = Array.isArray(row) ? row : []
      const tagName = data.withHeadings === true && at === 0 ? 'th' : 'td'
      return el(
        'tr',
        cells.map((cell) => el(tagName, inline(cell))),
      )
    }),
  )
}

function withBold(nodes: ElementContent[]): ElementContent[] {
  return nodes.flatMap((node) => (node.type === 'text' ? boldToHast(node.value) : [node]))
}
