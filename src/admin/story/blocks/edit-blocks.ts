import {
  type FrontItem,
  type StoryBlock,
  countOf,
  hasStories,
  isInTime,
  MAX_ITEMS,
  MAX_STORIES,
} from '../../../domain/sections/front.ts'

/** Changes of the stories in the blocks of a front or of a letter: each returns new blocks. */

/** A block of a front or of a letter; some have stories. */
export interface Block {
  kind: string
  id: string
}

/** Changes one block of stories. */
export function changeBlock<B extends Block>(
  blocks: readonly B[],
  id: string,
  change: (block: StoryBlock) => StoryBlock,
): B[] {
  return blocks.map((block) =>
    block.id === id && hasStories(block) ? (change(block) as typeof block) : block,
  )
}

function changeItems<B extends Block>(
  blocks: readonly B[],
  id: string,
  change: (items: FrontItem[]) => FrontItem[],
): B[] {
  return changeBlock(blocks, id, (block) => ({ ...block, items: change(block.items) }))
}

/** Chooses a story for a block, first or last; where it was chosen for it already, it moves. */
export function chooseStory<B extends Block>(
  blocks: readonly B[],
  id: string,
  articleId: string,
  at: 'first' | 'last',
): B[] {
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

export function removeItem<B extends Block>(blocks: readonly B[], id: string, place: number): B[] {
  return changeItems(blocks, id, (items) => items.toSpliced(place, 1))
}

export function changeItem<B extends Block>(
  blocks: readonly B[],
  id: string,
  place: number,
  item: FrontItem,
): B[] {
  return changeItems(blocks, id, (items) => items.with(place, item))
}

/** Moves a chosen story to the top of another block. */
export function moveItem<B extends Block>(
  blocks: readonly B[],
  from: string,
  place: number,
  to: string,
): B[] {
  const item = storyBlocksOf(blocks).find(({ id }) => id === from)?.items[place]
  if (item === undefined) return [...blocks]
  return changeItems(removeItem(blocks, from, place), to, (items) => [
    item,
    ...items.filter(({ article_id }) => article_id !== item.article_id),
  ])
}

export const storyBlocksOf = <B extends Block>(blocks: readonly B[]): (B & StoryBlock)[] =>
  blocks.flatMap((block) => (hasStories(block) ? [block] : []))

/** The blocks as they are filled at a time, in ms since 1970: with the stories whose time it is. */
export function blocksAt<B extends Block>(blocks: readonly B[], at: number): B[] {
  return blocks.map((block) =>
    hasStories(block) ? { ...block, items: block.items.filter((item) => isInTime(item, at)) } : block,
  )
}

/** The chosen stories of all blocks. */
export const itemsOf = (blocks: readonly Block[]): FrontItem[] =>
  storyBlocksOf(blocks).flatMap(({ items }) => items)

/** Why the stories of blocks cannot be saved; null when they can. The database refuses the same. */
export function problemOfStories(blocks: readonly Block[], noun: 'page' | 'letter'): string | null {
  const stories = storyBlocksOf(blocks)
  const crowded = stories.find(({ items }) => items.length > MAX_ITEMS)
  if (crowded !== undefined) return `At most ${MAX_ITEMS} stories can be chosen for a block.`
  const places = stories.reduce((sum, block) => sum + countOf(block), 0)
  if (places > MAX_STORIES || itemsOf(blocks).length > MAX_STORIES) {
    return `A ${noun} has at most ${MAX_STORIES} stories.`
  }
  const isBackwards = ({ from, until }: FrontItem) =>
    from !== null && until !== null && Date.parse(from) >= Date.parse(until)
  return itemsOf(blocks).some(isBackwards) ? 'A story ends before it is to be shown.' : null
}
