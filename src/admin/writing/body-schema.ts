import { Mark, Node } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { ELEMENTS } from '../../domain/body/elements.ts'
import { linkUrl } from '../../domain/body/urls.ts'
import { isMeantAsAddress } from './typing/auto-link.ts'
import { asides } from './blocks/asides.ts'
import { Embed } from './blocks/embed.ts'
import { Figure } from './blocks/figure.ts'
import { Pictures } from './blocks/pictures.ts'
import { Speaker } from './blocks/speaker.ts'
import { StoryAttributes } from './blocks/story-attributes.ts'
import { tableNodes } from './blocks/table.ts'

/** A mark without attributes or a button, found in pasted and imported stories. */
function plainMark(tag: 'cite' | 'sup' | 'sub') {
  return Mark.create({
    name: ELEMENTS[tag]?.editor ?? tag,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  })
}

/** Marks of pre-formatted text, such as the verses of a poem. */
const MARKS_OF_CODE = 'bold italic underline strike link cite superscript subscript'

/** StarterKit, whose code keeps the other marks: without them a link to a name in code would be lost. */
const StoryKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      if (extension instanceof Mark && extension.name === 'code') return extension.extend({ excludes: '' })
      if (extension instanceof Node && extension.name === 'codeBlock')
        return extension.extend({ marks: MARKS_OF_CODE })
      return extension
    })
  },
})

/** A text. Blocks of the group `topBlock` are allowed at its top level only, never within another block. */
const Text = Node.create({ name: 'doc', topNode: true, content: '(block | topBlock)+' })

/**
 * Schema of bodies: the twelve toolbar actions, and nodes that stored bodies have besides (smaller headings, rules,
 * strikethrough, code blocks, tables …), so that opening a body loses nothing. What it may hold is declared in
 * `domain/body/elements.ts`.
 */
export const bodyExtensions = [
  Text,
  StoryKit.configure({
    document: false,
    heading: { levels: [1, 2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      // AutoLink makes links of what is typed. What is typed after a link is not part of it, either.
      autolink: false,
      shouldAutoLink: isMeantAsAddress,
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (url) => linkUrl(url) !== null,
    },
    // In place of it: UndoSteps.
    undoRedo: false,
    dropcursor: { color: 'var(--color-prussian)', width: 2 },
  }),
  plainMark('cite'),
  plainMark('sup'),
  plainMark('sub'),
  Figure,
  Pictures,
  Embed,
  ...asides,
  ...tableNodes,
  Speaker,
  StoryAttributes,
]
