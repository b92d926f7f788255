import type { RenderedBody } from '../../domain/body/render.ts'
import type { Snapshot } from '../snapshot.ts'
import type { PageView } from '../types.ts'
import { pageBody } from './body.ts'

/** The published page of the database at `path` ('/terms', '/about/press'); null when there is none. */
export function pageView(snapshot: Snapshot, path: string): PageView | null {
  const page = snapshot.page(path)
  if (page === null) return null
  const { row, parent, pictures } = page
  let body: RenderedBody | undefined
  return {
    path,
    title: row.title,
    excerpt: row.excerpt,
    metaTitle: row.meta_title,
    metaDescription: row.meta_description,
    get body() {
      return (body ??= pageBody(row.content, pictures))
    },
    parent,
  }
}
