import {
  type BlockKind,
  type FrontBlock,
  HOME_PATH,
  MAX_BLOCKS,
  SINGLE_KINDS,
  STORIES_OF_SECTION,
} from '../../../domain/sections/front.ts'
import { problemOfStories } from '../../story/blocks/edit-blocks.ts'

type Blocks = readonly FrontBlock[]

/** The kinds of blocks that can be added to the front of a page. */
export function addableKinds(blocks: Blocks, path: string): BlockKind[] {
  const kinds: BlockKind[] =
    path === HOME_PATH ? ['hero', 'featured', 'stories', 'letter'] : ['hero', 'stories', 'letter']
  if (blocks.length >= MAX_BLOCKS) return []
  return kinds.filter((kind) => !SINGLE_KINDS.includes(kind) || blocks.every((block) => block.kind !== kind))
}

export function newBlock(kind: BlockKind): FrontBlock {
  const id = crypto.randomUUID()
  const rule = { id, items: [], by_rule: true }
  switch (kind) {
    case 'letter':
      return { kind, id }
    case 'hero':
      return { kind, ...rule }
    case 'featured':
      return { kind, ...rule, count: STORIES_OF_SECTION }
    case 'stories':
      return {
        kind,
        ...rule,
        by_rule: false,
        count: STORIES_OF_SECTION,
        section: null,
        title: 'Chosen Stories',
      }
  }
}

/** Why the blocks cannot be saved; null when they can. The database refuses the same. */
export function problemOf(blocks: Blocks): string | null {
  if (blocks.length === 0) return 'The page needs a block. To have none, go back to the standard page.'
  return problemOfStories(blocks, 'page')
}
