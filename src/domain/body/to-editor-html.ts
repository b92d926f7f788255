import type { ElementContent } from 'hast'
import { readContent } from './content.ts'
import { safeTree, stringify } from './safe-html.ts'

/**
 * Content as the rich-text editor takes it: plain text, rich-text trees, blocks and HTML become safe HTML. Interactive
 * and mixed-media content, and what cannot be read, cannot be edited as text: null.
 */
export function toEditorHtml(content: unknown): { html: string } | null {
  const read = readContent(content)
  if (read.kind !== 'text') return null
  return { html: stringify(safeTree(read.nodes).children as ElementContent[]) }
}
