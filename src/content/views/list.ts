import { SECTIONS } from '../../domain/category.ts'
import type { Section } from '../../domain/category.ts'
import { listName, listChunkPath } from '../list-chunks.ts'
import type { Snapshot } from '../snapshot.ts'
import type { ArticleCard } from '../types.ts'

export interface ListPartView {
  articles: ArticleCard[]
  /** Where the list goes on; null at its end. */
  next: string | null
  /** The section whose list it is, null for an author's. */
  section: Section | null
}

/** One part of a list that is longer than its page; empty when there is no such part. */
export function listPartView(snapshot: Snapshot, name: string, part: string): ListPartView {
  const { articles, older } = snapshot.listPart(name, part) ?? { articles: [], older: null }
  return {
    articles,
    next: older === null ? null : listChunkPath(name, older),
    section: SECTIONS.find(({ path }) => listName(path) === name.split('.')[0]) ?? null,
  }
}
