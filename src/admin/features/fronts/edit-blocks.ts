import {
  type BlockKind,
  type FrontBlock,
  type FrontItem,
  type StoryBlock,
  countOf,
  hasStories,
  HOME_PATH,
  isInTime,
  MAX_BLOCKS,
  MAX_ITEMS,
  MAX_STORIES,
  SINGLE_KINDS,
  STORIES_OF_SECTION,
} from '../../../domain/sections/front.ts'

/** Changes of the blocks of a front: each returns new ones. */

type Blocks = readonly FrontBlock[]

/** Changes one block of stories. */
export function changeBlock(
  blocks: Blocks,
  id: string,
  change: (block: StoryBlock) => StoryBlock,
): FrontBlock[] {
  return blocks.map((block) => (block.id === id && hasStories(block) ? change(block) : block))
}

function changeItems(blocks: Blocks, id: string, change: (items: FrontItem[]) => FrontItem[]): FrontBlock[] {
  return changeBlock(blocks, id, (block) => ({ ...block, items: change(block.items) }))
}

/** Chooses a story for a block, first or last; where it was chosen for it already, it moves. */
export function chooseStory(
  blocks: Blocks,
  id: string,
  articleId: string,
  at: 'first' | 'last',
): FrontBlock[] {
  return changeItems(blocks, id, (items) => {
    const isIt = (item: FrontItem) => item.article_id === articleId
    const chosen = items.find(isIt) ?? {
      article_id: articleId,
      ...{ title: null, image: null, from: null, until: null },
    }
    const others = items.filter((item) => !isIt(item))
    return at === 'first' ? [chosen, ...others] : [...others, chosen]
  })
}

export function removeItem(blocks: Blocks, id: string, place: number): FrontBlock[] {
  return changeItems(blocks, id, (items) => items.toSpliced(place, 1))
}

export function changeItem(blocks: Blocks, id: string, place: number, item: FrontItem): FrontBlock[] {
  return changeItems(blocks, id, (items) => items.with(place, item))
}

/** Moves a chosen story to the top of another block. */
export function moveItem(blocks: Blocks, from: string, place: number, to: string): FrontBlock[] {
  const item = blocks.filter(hasStories).find(({ id }) => id === from)?.items[place]
  if (item === undefined) return [...blocks]
  return changeItems(removeItem(blocks, from, place), to, (items) => [
    item,
    ...items.filter(({ article_id }) => article_id !== item.article_id),
  ])
}

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

/** The blocks as they are filled at a time, in ms since 1970: with the stories whose time it is. */
export function blocksAt(blocks: Blocks, at: number): FrontBlock[] {
  return blocks.map((block) =>
    hasStories(block) ? { ...block, items: block.items.filter((item) => isInTime(item, at)) } : block,
  )
}

/** The chosen stories of all blocks. */
export const itemsOf = (blocks: Blocks): FrontItem[] =>
  blocks.filter(hasStories).flatMap(({ items }) => items)

/** Why the blocks cannot be saved; null when they can. The database refuses the same. */
export function problemOf(blocks: Blocks): string | null {
  if (blocks.length === 0) return 'The page needs a block. To have none, go back to the standard page.'
  const stories = blocks.filter(hasStories)
  const crowded = stories.find(({ items }) => items.length > MAX_ITEMS)
  if (crowded !== undefined) return `At most ${MAX_ITEMS} stories can be chosen for a block.`
  const places = stories.reduce((sum, block) => sum + countOf(block), 0)
  if (places > MAX_STORIES || itemsOf(blocks).length > MAX_STORIES) {
    return `A page has at most ${MAX_STORIES} stories.`
  }
  const isBackwards = ({ from, until }: FrontItem) =>
    from !== null && until !== null && Date.parse(from) >= Date.parse(until)
  return itemsOf(blocks).some(isBackwards) ? 'A story ends before it is to be shown.' : null
}
