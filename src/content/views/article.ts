import type { RenderedBody } from '../../domain/body/render.ts'
import { RELATED_COUNT } from '../../domain/related-score.ts'
import type { Snapshot } from '../snapshot.ts'
import type { ArticleView } from '../types.ts'
import { pageBody } from './body.ts'

/** The page of a story; null when no published story has this slug. The body is rendered when it is first asked for. */
export function articleView(snapshot: Snapshot, slug: string): ArticleView | null {
  const article = snapshot.article(slug)
  if (article === null) return null
  const { card, content, pictures, gallery, metaTitle, metaDescription, keywords, section } = article
  let body: RenderedBody | undefined
  return {
    card,
    get body() {
      return (body ??= pageBody(content, pictures))
    },
    pictures,
    gallery,
    metaTitle,
    metaDescription,
    keywords,
    related: snapshot.related(card.id, RELATED_COUNT),
    ...snapshot.neighbours(card.id),
    section,
  }
}
