import { type FrontBlock, type FrontItem, type StoryBlock, countOf, hasStories } from './front.ts'

/** A story in a block; `item` says how it was chosen, null: by the rule. */
export interface Place {
  id: string
  item: FrontItem | null
}

/** What blocks are filled with. */
export interface Supply {
  /** Whether a story is out. */
  isOut: (id: string) => boolean
  /** The story at the top of the standard page; null where there is none. */
  hero: () => string | null
  /** Whether a story has a picture and a section, so that the rule may make it the hero. */
  isPresentable: (id: string) => boolean
  /** At most `limit` stories among which a block's rule chooses, the first ones first. */
  candidates: (block: StoryBlock, limit: number) => readonly string[]
}

/** Candidates that are looked at for the hero. */
const MAX_LOOKED_AT = 64

/** The stories of blocks, by the ids of these. */
export type FilledFront = ReadonlyMap<string, readonly Place[]>

/**
 * The stories of each block, by its id. No story is shown twice: a story chosen for several blocks is in the first of them,
 * and rules skip stories chosen for any block. A chosen story that is not published is left out, and the rule fills its
 * place. A hero block that no rule may fill still gets the newest story rather than none.
 * Pass blocks whose chosen stories are valid at the present time (`isInTime`).
 */
export function fillFront(blocks: readonly FrontBlock[], supply: Supply): FilledFront {
  const taken = new Set<string>()
  const chosen = new Map<string, Place[]>()
  for (const block of blocks.filter(hasStories)) {
    const places: Place[] = []
    for (const item of block.items) {
      const { article_id: id } = item
      if (places.length === countOf(block) || taken.has(id) || !supply.isOut(id)) continue
      taken.add(id)
      places.push({ id, item })
    }
    chosen.set(block.id, places)
  }
  for (const block of blocks.filter(hasStories)) {
    const places = chosen.get(block.id) ?? []
    const missing = countOf(block) - places.length
    if (missing === 0 || (!block.by_rule && block.kind !== 'hero')) continue
    const found =
      block.kind === 'hero'
        ? heroByRule(block, supply, taken)
        : supply
            .candidates(block, missing + taken.size)
            .filter((id) => !taken.has(id))
            .slice(0, missing)
    for (const id of found) {
      taken.add(id)
      places.push({ id, item: null })
    }
  }
  return chosen
}

/** One story, or none where all are taken. */
function heroByRule(block: StoryBlock, supply: Supply, taken: ReadonlySet<string>): string[] {
  const standard = supply.hero()
  if (standard !== null && !taken.has(standard)) return [standard]
  const free = supply.candidates(block, MAX_LOOKED_AT).filter((id) => !taken.has(id))
  return [free.find((id) => supply.isPresentable(id)) ?? free[0]].filter((id) => id !== undefined)
}
