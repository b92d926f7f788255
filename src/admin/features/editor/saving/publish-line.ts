import { ARTICLE_STATUS_LABELS } from '../../../../domain/article.ts'
import type { PublishState } from '../../../data/publish-state.ts'
import { formatDuration } from '../../../ui/format.ts'
import type { EditorState } from './editor-state.ts'
import { hasUnpublishedChanges, isPublished, statusOf } from './editor-state.ts'

/** A change that waited longer waited for a publisher: that is no measure of the publish. */
const LONG_MS = 120_000

/** A line of the top bar; the names are those of the dots. */
export interface StatusLine {
  tone: 'live' | 'waiting' | 'busy' | 'scheduled' | 'idle' | 'failed'
  text: string
  /** The whole of what `text` only begins to tell. */
  detail?: string
}

const DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** What the top bar says of the article: its status, or for a published one how far the last publish has come. */
export function statusLine(state: EditorState, publish: PublishState | null, now: Date): StatusLine {
  if (!isPublished(state)) {
    if (state.stored && publish?.status === 'publishing') {
      return { tone: 'busy', text: `${statusWord(state)} · leaving the site…` }
    }
    return { tone: statusOf(state) === 'review' ? 'waiting' : 'idle', text: statusWord(state) }
  }
  const line = publishLine(state, publish, now)
  if (!hasUnpublishedChanges(state) || line.tone === 'busy' || line.tone === 'failed') return line
  return { tone: 'waiting', text: 'Unpublished changes' }
}

function statusWord(state: EditorState): string {
  return ARTICLE_STATUS_LABELS[statusOf(state)]
}

function publishLine(state: EditorState, publish: PublishState | null, now: Date): StatusLine {
  const date = state.stored?.published_at ?? null
  if (publish?.status === 'publishing') return { tone: 'busy', text: 'Publishing…' }
  if (publish?.status === 'failed') {
    const why = publish.error?.split('\n', 1)[0]?.trim() ?? ''
    return {
      tone: 'failed',
      text: why ? `Failed: ${why}` : 'Failed',
      detail: publish.error ?? 'The site could not be built.',
    }
  }
  if (publish?.status === 'sent') return { tone: 'idle', text: 'Sent to the host' }
  if (publish?.status === 'waiting') return { tone: 'waiting', text: 'Out with the site’s next build' }
  if (date !== null && Date.parse(date) > now.getTime()) {
    return { tone: 'scheduled', text: `Scheduled, ${DATE.format(new Date(date))}` }
  }
  if (publish?.status === 'live' && publish.duration_ms !== null && publish.duration_ms < LONG_MS)
    return { tone: 'live', text: `Live, ${formatDuration(publish.duration_ms)}` }
  return { tone: 'live', text: publish?.status === 'live' ? 'Live' : 'Published' }
}
