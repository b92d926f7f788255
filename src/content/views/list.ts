import { SECTIONS } from '../../domain/category.ts'
import type { Section } from '../../domain/category.ts'
import { listName } from '../list-parts.ts'
import type { Snapshot } from '../snapshot.ts'
import type { ArticleCard } from '../types.ts'

export interface ListPartView {
  articles: ArticleCard[]
  /** The section whose list it is, null for an author's. */
  section: Section | null
}

/** One part of a list that is longer than its page; empty when there is no such part. */
export function listPartView(snapshot: Snapshot, name: string, part: number): ListPartView {
  return {
    articles: snapshot.listPart(name, part),
    section: SECTIONS.find(({ path }) => listName(path) === name.split('.')[0]) ?? null,
  }
}
