import { Mark } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { isMeantAsAddress } from './auto-link.ts'
import { Figure } from './figure.ts'
import { linkAddress } from './link-address.ts'
import { Speaker } from './speaker.ts'

/** Mark for the title of a work (`cite`), found in imported stories; it has no button. */
const Cite = Mark.create({
  name: 'cite',
  parseHTML: () => [{ tag: 'cite' }],
  renderHTML: () => ['cite', 0],
})

/**
 * Schema of bodies: the twelve toolbar actions, and nodes that stored bodies have besides (smaller headings, rules,
 * strikethrough, code blocks, cites), so that opening a body loses nothing. The site shows of them what
 * `domain/body/safe-html.ts` allows.
 */
export const bodyExtensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      // AutoLink makes links of what is typed. What is typed after a link is not part of it, either.
      autolink: false,
      shouldAutoLink: isMeantAsAddress,
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (url) => linkAddress(url) !== null,
    },
    // In place of it: UndoSteps.
    undoRedo: false,
    dropcursor: { color: 'var(--color-viridian)', width: 2 },
  }),
  Cite,
  Figure,
  Speaker,
]
