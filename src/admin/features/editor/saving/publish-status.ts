import { serverClock } from '../../../../backend/server-clock.ts'
import { type ArticleStatus, ARTICLE_STATUS_LABELS } from '../../../../domain/story/article.ts'
import { isAhead } from '../../../../domain/story/article-state.ts'
import { type StatusText, describePublish } from '../../../story/publishing/describe-publish.ts'
import type { PublishState } from '../../../story/publishing/publish-state.ts'
import { formatDuration } from '../../../ui/dates/format.ts'
import type { SaveState } from './state.ts'

/** A change that took longer waited for a publisher to start: its duration says nothing. */
const MAX_DURATION_MS = 120_000

/** Whether what is on the screen is saved, in words; null before the first change. */
export function savedLine(
  state: Pick<SaveState, 'save' | 'isDirty' | 'lastSavedAt' | 'autoSave' | 'errors' | 'form'>,
): string | null {
  const { save, isDirty, lastSavedAt } = state
  const isUnderWay = save.kind === 'saving' || (save.kind === 'loading-remote' && save.intent !== null)
  if (isUnderWay) return 'Saving...'
  const time = lastSavedAt === null ? null : serverClock.calendar.format(lastSavedAt, 'timeWithSeconds')
  const hasFailed = save.kind !== 'idle' && save.kind !== 'loading-remote'
  if (isDirty && time === null) return hasFailed ? 'Not saved' : 'Not saved yet'
  // The time of an earlier save is not said of a text that is not saved, also when it soon will be.
  if (isDirty) return hasFailed || !isAutoSaved(state) ? `Not saved since ${time}` : 'Not saved yet'
  return time === null ? null : `Saved ${time}`
}

/** Whether the next auto-save will take the text. */
function isAutoSaved({ autoSave, errors, form }: Pick<SaveState, 'autoSave' | 'errors' | 'form'>): boolean {
  return autoSave && Object.keys(errors).length === 0 && form.title.trim() !== ''
}

/** A line of the top bar. */
export interface StatusLine extends StatusText {
  /** Full text, for the tooltip. */
  detail?: string
}

/** What the status line needs of an article. */
export interface ArticleOnScreen {
  status: ArticleStatus
  publishedAt: string | null
  /** Readers do not yet see what the screen holds. */
  hasUnpublishedChanges: boolean
}

/** The status of an article; of a published one, how far its last publish has come. */
export function statusLine(article: ArticleOnScreen, publish: PublishState | null, now: Date): StatusLine {
  const { status } = article
  if (status !== 'published') {
    const text = ARTICLE_STATUS_LABELS[status]
    if (publish?.status === 'publishing') return { tone: 'busy', text: `${text} · leaving the site…` }
    return { tone: status === 'review' ? 'waiting' : 'idle', text }
  }
  const line = publishLine(article.publishedAt, publish, now)
  if (!article.hasUnpublishedChanges || line.tone === 'busy' || line.tone === 'failed') return line
  if (line.tone === 'scheduled') return { ...line, text: `${line.text} · unpublished changes` }
  return { tone: 'waiting', text: 'Unpublished changes' }
}

function publishLine(date: string | null, publish: PublishState | null, now: Date): StatusLine {
  switch (publish?.status) {
    case 'publishing':
    case 'sent':
    case 'waiting':
      return describePublish(publish.status)
    case 'failed': {
      const reason = publish.error?.split('\n', 1)[0]?.trim() ?? ''
      const { tone, text } = describePublish('failed')
      return {
        tone,
        text: reason ? `${text}: ${reason}` : text,
        detail: publish.error ?? 'The site could not be built.',
      }
    }
    case 'stale':
      return {
        ...describePublish('stale', publish.duration_ms),
        detail:
          'The public address does not answer with the page as it was published. The cache before the site is purged again, until it does.',
      }
    case 'delivered':
      return {
        ...describePublish('delivered'),
        detail: 'The publisher could not ask the public address for the page.',
      }
  }
  if (date !== null && isAhead(date, now)) {
    const { tone, text } = describePublish('scheduled')
    return { tone, text: `${text}, ${serverClock.calendar.format(date, 'dayAndTime')}` }
  }
  if (publish?.status !== 'live') return { tone: 'live', text: ARTICLE_STATUS_LABELS.published }
  if (publish.duration_ms === null || publish.duration_ms >= MAX_DURATION_MS) return describePublish('live')
  return {
    ...describePublish('live', publish.duration_ms),
    detail: `Readers have seen it since ${formatDuration(publish.duration_ms)} after it was published.`,
  }
}
