import type { Snapshot } from '../snapshot.ts'
import type { TitleCard } from '../title-card.ts'

/** The social card of a story without a picture; null for any other. */
export function titleCardView(snapshot: Snapshot, slug: string): TitleCard | null {
  return snapshot.titleCard(slug)
}
