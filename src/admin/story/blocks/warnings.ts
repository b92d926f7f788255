import { articleState, ARTICLE_STATE_LABELS, isAhead } from '../../../domain/story/article-state.ts'
import type { FrontItem, StoryBlock } from '../../../domain/sections/front.ts'
import type { BlockStory } from './stories.ts'

/** How long before its end a story is said to end soon. */
const SOON_MS = 24 * 60 * 60_000

interface Circumstances {
  kind: StoryBlock['kind']
  /** Null: the story is gone. */
  story: BlockStory | null
  /** Whether it was chosen above, too. */
  isTwice: boolean
  /** The titles of other fronts that it was chosen for. */
  otherFronts: readonly string[]
  /** When the block is shown. */
  at: Date
  /** A time in words. */
  format: (iso: string) => string
}

/** What an editor should know of a chosen story. */
export function warningsOf(
  item: FrontItem,
  { kind, story, isTwice, otherFronts, at, format }: Circumstances,
): string[] {
  if (story === null) return ['Deleted: left out']
  if (story.deleted_at !== null) return ['In the trash: left out']
  const begins = new Date(Math.max(at.getTime(), item.from === null ? 0 : Date.parse(item.from)))
  const state = articleState(story, begins)
  const end = item.until === null ? Infinity : Date.parse(item.until) - at.getTime()
  return [
    state === 'scheduled' && story.published_at !== null && `Goes out ${format(story.published_at)}`,
    state !== 'scheduled' && state !== 'published' && `Not published: ${ARTICLE_STATE_LABELS[state]}`,
    item.from !== null && isAhead(item.from, at) && `From ${format(item.from)}`,
    item.until !== null && end <= 0 && `Ended ${format(item.until)}`,
    item.until !== null && end > 0 && end <= SOON_MS && `Ends soon: ${format(item.until)}`,
    item.image === null && story.featured_image === null && 'No picture',
    kind === 'hero' && story.category_id === null && 'No section',
    isTwice && 'Stands above already',
    otherFronts.length > 0 && `Also on ${otherFronts.join(', ')}`,
  ].filter((warning) => warning !== false)
}
