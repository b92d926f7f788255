import type { JSONContent } from '@tiptap/core'
import type { FigureWidth } from '../../../domain/body/elements.ts'
import { emptyTable } from './table.ts'

/** Blocks that follow each other well in a long story, inserted at once. They are ordinary blocks from then on. */
interface Sequence {
  name: string
  blocks: readonly JSONContent[]
}

/** A place for a picture, of the size in pixels that a picture there should have at least. */
function place(width: number, height: number, dataWidth: FigureWidth | null = null): JSONContent {
  return { type: 'figure', attrs: { src: '', width, height, dataWidth } }
}

function row(dataWidth: FigureWidth | null, ...content: JSONContent[]): JSONContent {
  return { type: 'pictures', attrs: { dataWidth }, content }
}

const WIDE = place(1200, 800, 'wide')
const FULL = place(2400, 1600, 'full')
const PANORAMA = place(3000, 1000, 'full')
const DETAIL = place(1200, 1200, 'margin')
const UPRIGHT_PAIR = row('wide', place(1600, 2133), place(1600, 2133))
const ROW_OF_THREE = row('wide', place(1200, 800), place(1200, 800), place(1200, 800))
const FILM = { type: 'embed' }
const NOTE = { type: 'marginNote', content: [{ type: 'paragraph' }] }
const TABLE = emptyTable(2)

export const SEQUENCES: readonly Sequence[] = [
  { name: 'Through a House', blocks: [WIDE, UPRIGHT_PAIR, FULL, DETAIL] },
  { name: 'One Room', blocks: [PANORAMA, NOTE, ROW_OF_THREE] },
  { name: 'With a Film', blocks: [FILM, NOTE, WIDE] },
  { name: 'With a Table', blocks: [UPRIGHT_PAIR, TABLE, DETAIL, FULL] },
]

/** The blocks with an empty paragraph between each two, for the words there. */
export function withParagraphs(blocks: readonly JSONContent[]): JSONContent[] {
  return blocks.flatMap((block, at) => (at === 0 ? [block] : [{ type: 'paragraph' }, block]))
}
