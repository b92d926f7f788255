import type { Article } from '../../domain/story/article.ts'
import { type ArticleState, ARTICLE_STATE_LABELS } from '../../domain/story/article-state.ts'
import { formatShortDay } from '../ui/dates/format.ts'
import { type StatusTone, StatusDot } from '../ui/layout/status-dot.tsx'
import { useArticleState } from './use-article-state.ts'

export const ARTICLE_TONES: Readonly<Record<ArticleState, StatusTone>> = {
  draft: 'idle',
  review: 'waiting',
  scheduled: 'scheduled',
  published: 'live',
  archived: 'idle',
}

/** Published, Under Review, 'Scheduled, 28 Nov', or 'Unpublished changes' of a published story. */
export function ArticleStatusDot({
  article,
  hasUnpublishedChanges = false,
}: {
  article: Pick<Article, 'status' | 'published_at'>
  hasUnpublishedChanges?: boolean
}) {
  const { status, published_at } = article
  const state = useArticleState(article)
  if (hasUnpublishedChanges && status === 'published') {
    return <StatusDot tone="waiting">Unpublished changes</StatusDot>
  }
  const day = state === 'scheduled' && published_at !== null ? `, ${formatShortDay(published_at)}` : ''
  return <StatusDot tone={ARTICLE_TONES[state]}>{ARTICLE_STATE_LABELS[state] + day}</StatusDot>
}
