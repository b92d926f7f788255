import type { ElementContent, Root } from 'hast'
import { el } from './hast.ts'
import { type JsonObject, isObject, objects, str } from './json.ts'
import { boldToHast } from './plain-text.ts'

type ParseInline = (html: string) => Root

/**
 * Parses EditorJS blocks (`{ type, data }`), unsanitised. `parse` reads the inline HTML of a block. Unknown blocks
 * become paragraphs.
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
      default:
        return words.length > 0 ? [el('p', words)] : []
    }
  })
}

function listToHast(data: JsonObject, inline: (value: unknown) => ElementContent[]): ElementContent {
  const items = Array.isArray(data.items) ? data.items : []
  return el(
    data.style === 'ordered' ? 'ol' : 'ul',
    items.map((item) => {
      if (!isObject(item)) return el('li', inline(item))
      const nested = objects(item.items)
      const below = nested.length > 0 ? [listToHast({ style: data.style, items: nested }, inline)] : []
      return el('li', [...inline(item.content), ...below])
    }),
  )
}

function withBold(nodes: ElementContent[]): ElementContent[] {
  return nodes.flatMap((node) => (node.type === 'text' ? boldToHast(node.value) : [node]))
}
