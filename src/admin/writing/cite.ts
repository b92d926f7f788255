import { Mark } from '@tiptap/core'

/** The name of a work, as stories that came from elsewhere mark it; it has no button. */
export const Cite = Mark.create({
  name: 'cite',
  parseHTML: () => [{ tag: 'cite' }],
  renderHTML: () => ['cite', 0],
})
