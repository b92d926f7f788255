import { type Article, displayStatus } from '../../domain/article.ts'
import { formatShortDay } from '../ui/format.ts'
import { type StatusTone, StatusDot } from '../ui/status-dot.tsx'

const TONES: Readonly<Record<Article['status'], StatusTone>> = {
  draft: 'idle',
  review: 'waiting',
  published: 'live',
  archived: 'idle',
}

/** Published, Under Review, 'Scheduled, 28 Nov', or 'Unpublished changes' of a live story. */
export function ArticleStatusDot({
  article,
  hasUnpublishedChanges = false,
}: {
  article: Pick<Article, 'status' | 'published_at'>
  hasUnpublishedChanges?: boolean
}) {
  const word = displayStatus(article, new Date())
  if (hasUnpublishedChanges && article.status === 'published') {
    return <StatusDot tone="waiting">Unpublished changes</StatusDot>
  }
  if (word === 'Scheduled' && article.published_at !== null) {
    return <StatusDot tone="scheduled">{`Scheduled, ${formatShortDay(article.published_at)}`}</StatusDot>
  }
  return <StatusDot tone={TONES[article.status]}>{word}</StatusDot>
}
