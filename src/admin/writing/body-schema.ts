import StarterKit from '@tiptap/starter-kit'
import { Cite } from './cite.ts'
import { Figure } from './figure.ts'
import { linkAddress } from './link-address.ts'
import { Speaker } from './speaker.ts'

/**
 * What the body of an article or page may hold: the twelve actions of the toolbar, and what stored bodies hold besides
 * (smaller headings, rules, struck text, code blocks, names of works), so that nothing is lost by opening them.
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
