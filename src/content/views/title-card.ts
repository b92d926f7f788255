import type { Snapshot } from '../snapshot.ts'
import type { SocialCard } from '../social-card.ts'

/** The social card of a story without a picture; null for any other. */
export function titleCardView(snapshot: Snapshot, slug: string): SocialCard | null {
  return snapshot.titleCard(slug)
}
