import type { FrontBlock } from '../../../domain/sections/front.ts'
import type { FilledFront } from '../../../domain/sections/front-filling.ts'
import type { Stories } from '../../story/blocks/stories.ts'

/** The note beside the save buttons if the hero of the page has no picture; null: it has one, or there is no hero. */
export function heroRemark(
  blocks: readonly FrontBlock[],
  filled: FilledFront | null,
  stories: Stories,
): string | null {
  const block = blocks.find(({ kind }) => kind === 'hero')
  const hero = block === undefined ? undefined : filled?.get(block.id)?.[0]
  const story = hero === undefined ? undefined : stories.get(hero.id)
  if (story === undefined || (hero?.item?.image ?? story.featured_image) !== null) return null
  return `The hero has no picture: the page opens with the words of “${hero?.item?.title ?? story.title}” alone.`
}
