import { Mark } from '@tiptap/core'

/** Mark for the title of a work (`cite`), found in imported stories; it has no button. */
export const Cite = Mark.create({
  name: 'cite',
  parseHTML: () => [{ tag: 'cite' }],
  renderHTML: () => ['cite', 0],
})
