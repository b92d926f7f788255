import type { Editor } from '@tiptap/core'
import {
  type LucideIcon,
  Clapperboard,
  GalleryVerticalEnd,
  ImagePlus,
  List,
  Minus,
  NotebookText,
  PanelRight,
  Quote,
  Table,
} from 'lucide-react'
import { insertBlocks } from './place-block.ts'
import { SEQUENCES, withParagraphs } from './sequences.ts'
import { insertTable } from './table.ts'

/** A block, or a sequence of blocks, that the menus of the editor insert. */
export interface InsertableBlock {
  label: string
  icon: LucideIcon
  /** What else people call it, for the search of the `/` menu. */
  words: string
  insert: (editor: Editor, dialogs: BlockDialogs) => void
}

/** The dialogs that some blocks begin with. */
export interface BlockDialogs {
  onImage: () => void
  onEmbed: () => void
}

const EMPTY = { type: 'paragraph' }

export const INSERTABLE_BLOCKS: readonly InsertableBlock[] = [
  {
    label: 'Pictures',
    icon: ImagePlus,
    words: 'image photo gallery row',
    insert: (_, { onImage }) => onImage(),
  },
  {
    label: 'Film or Sound',
    icon: Clapperboard,
    words: 'video audio youtube vimeo soundcloud spotify embed',
    insert: (_, { onEmbed }) => onEmbed(),
  },
  {
    label: 'Quotation',
    icon: Quote,
    words: 'pull quote blockquote',
    insert: (editor) => insertBlocks(editor, { type: 'blockquote', content: [EMPTY] }),
  },
  {
    label: 'Fact Box',
    icon: NotebookText,
    words: 'aside info callout',
    insert: (editor) =>
      insertBlocks(editor, { type: 'factBox', content: [{ type: 'heading', attrs: { level: 3 } }, EMPTY] }),
  },
  {
    label: 'Note in the Margin',
    icon: PanelRight,
    words: 'marginalia aside sidenote footnote',
    insert: (editor) => insertBlocks(editor, { type: 'marginNote', content: [EMPTY] }),
  },
  {
    label: 'List',
    icon: List,
    words: 'bullet',
    insert: (editor) =>
      insertBlocks(editor, { type: 'bulletList', content: [{ type: 'listItem', content: [EMPTY] }] }),
  },
  { label: 'Table', icon: Table, words: 'rows columns', insert: insertTable },
  {
    label: 'Divider',
    icon: Minus,
    words: 'rule line break hr',
    insert: (editor) => insertBlocks(editor, { type: 'horizontalRule' }),
  },
  ...SEQUENCES.map(({ name, blocks }) => ({
    label: `Sequence: ${name}`,
    icon: GalleryVerticalEnd,
    words: 'rhythm layout preset pictures',
    insert: (editor: Editor) => insertBlocks(editor, ...withParagraphs(blocks)),
  })),
]

/** The blocks that a search finds: by a word of theirs that begins with it. */
export function findBlocks(search: string): readonly InsertableBlock[] {
  const wanted = search.toLowerCase()
  return INSERTABLE_BLOCKS.filter(({ label, words }) =>
    `${label} ${words}`
      .toLowerCase()
      .split(' ')
      .some((word) => word.startsWith(wanted)),
  )
}
