import { getSchema } from '@tiptap/core'
import { type Node, type Schema, DOMParser as DocParser, DOMSerializer, Fragment } from '@tiptap/pm/model'
import { bodyExtensions } from '../body-schema.ts'
import { perBlock } from '../blocks/per-block.ts'

let schema: Schema | null = null

/** The schema of bodies, outside of an editor. */
export function bodySchema(): Schema {
  return (schema ??= getSchema(bodyExtensions))
}

const blockHtml = perBlock((block) => {
  const holder = document.createElement('div')
  holder.append(DOMSerializer.fromSchema(block.type.schema).serializeFragment(Fragment.from(block)))
  // An item or cell of one paragraph is written without it, as stored ones mostly are.
  for (const line of holder.querySelectorAll('li > p:first-child, :is(td, th) > p:only-child')) {
    // Before a list, an empty line holds the place of the words: without it, the list would leave the item.
    if (line.hasAttributes() || (line.childNodes.length === 0 && line.nextSibling !== null)) continue
    if (!line.parentElement?.querySelector(':scope > p ~ p')) line.replaceWith(...line.childNodes)
  }
  return holder.innerHTML
})

/** The blocks of a document without the empty paragraphs at its end, which the editor adds. */
export function writtenBlocks(doc: Node): readonly Node[] {
  const last = doc.children.findLastIndex(
    ({ type, content }) => type.name !== 'paragraph' || content.size > 0,
  )
  return doc.children.slice(0, last + 1)
}

/** A document as stored HTML; an empty one is ''. Browser only. */
export function htmlOf(doc: Node): string {
  return writtenBlocks(doc).map(blockHtml).join('')
}

/** HTML → a document of `schema`. Browser only. */
export function parseBody(html: string, schema: Schema): Node {
  const { body } = new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html')
  return DocParser.fromSchema(schema).parse(body)
}

/** HTML as the editor would write it, so that opening a text is no change of it. Browser only. */
export function normalHtml(html: string): string {
  return htmlOf(parseBody(html, bodySchema()))
}
