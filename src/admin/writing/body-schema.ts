import StarterKit from '@tiptap/starter-kit'
import { Cite } from './cite.ts'
import { Figure } from './figure.ts'
import { linkAddress } from './link-address.ts'
import { Speaker } from './speaker.ts'

/**
 * Schema of bodies: the twelve toolbar actions, and nodes that stored bodies have besides (smaller headings, rules,
 * strikethrough, code blocks, cites), so that opening a body loses nothing.
 */
export const bodyExtensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      markdownLinks: true,
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (url) => linkAddress(url) !== null,
    },
    dropcursor: { color: 'var(--color-viridian)', width: 2 },
  }),
  Cite,
  Figure,
  Speaker,
]
