import { SECTIONS } from '../../domain/category.ts'
import { PAGE_SIZE } from '../list-chunks.ts'
import type { Snapshot } from '../snapshot.ts'
import type { SectionView } from '../types.ts'

/** The category page at `path` ('/living-spaces'); null when there is none. */
export function sectionView(snapshot: Snapshot, path: string): SectionView | null {
  const section = SECTIONS.find((candidate) => candidate.path === path)
  const list = snapshot.section(path, PAGE_SIZE)
  if (section === undefined || list === null) return null
  const { title, description } = section
  return { path, title, description, ...list }
}
