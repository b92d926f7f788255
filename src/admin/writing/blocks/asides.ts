import { Node } from '@tiptap/core'

/** A block beside the text, told apart by its `data-block`. */
function aside(name: string, block: string, content: string) {
  return Node.create({
    name,
    group: 'topBlock',
    content,
    defining: true,
    parseHTML: () => [{ tag: `aside[data-block="${block}"]` }],
    renderHTML: ({ HTMLAttributes }) => ['aside', { 'data-block': block, ...HTMLAttributes }, 0],
  })
}

/** A box of facts, and a note in the margin. */
export const asides = [
  aside('factBox', 'facts', '(heading | paragraph | bulletList | orderedList)+'),
  aside('marginNote', 'note', 'paragraph+'),
]
