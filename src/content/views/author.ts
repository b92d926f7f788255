import { PAGE_SIZE } from '../list-chunks.ts'
import type { Snapshot } from '../snapshot.ts'
import type { AuthorCard, AuthorView } from '../types.ts'

/** The page of an author at any of their addresses; null when nobody has this one. */
export function authorView(snapshot: Snapshot, key: string): AuthorView | null {
  const found = snapshot.author(key, PAGE_SIZE)
  if (found === null) return null
  const { detail, articles } = found
  return { author: detail.card, email: detail.email, joined: detail.joined, articles }
}

export function authorsView(snapshot: Snapshot): AuthorCard[] {
  return snapshot.authors()
}
