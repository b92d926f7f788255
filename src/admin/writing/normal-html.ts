import { getSchema } from '@tiptap/core'
import { DOMParser as DocParser, DOMSerializer, type Node, type Schema } from '@tiptap/pm/model'
import { bodyExtensions } from './body-schema.ts'

let schema: Schema | null = null

/** A document as stored HTML; an empty one is ''. Empty paragraphs at the end, which the editor adds, do not count. */
export function htmlOf(doc: Node): string {
  let { content } = doc
  while (content.lastChild?.type.name === 'paragraph' && content.lastChild.content.size === 0) {
    content = content.cut(0, content.size - content.lastChild.nodeSize)
  }
  const holder = document.createElement('div')
  holder.append(DOMSerializer.fromSchema(doc.type.schema).serializeFragment(content))
  // An item of one paragraph is written without it, as stored lists mostly are.
  for (const line of holder.querySelectorAll('li > p:first-child')) {
    if (!line.parentElement?.querySelector(':scope > p ~ p')) line.replaceWith(...line.childNodes)
  }
  return holder.innerHTML
}

/** HTML as the editor would write it, so that opening a text is no change of it. Browser only. */
export function normalHtml(html: string): string {
  schema ??= getSchema(bodyExtensions({ onEditAlt: () => undefined }))
  const { body } = new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html')
  return htmlOf(DocParser.fromSchema(schema).parse(body))
}
