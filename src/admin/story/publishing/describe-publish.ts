import { formatDuration } from '../../ui/dates/format.ts'
import type { StatusTone } from '../../ui/layout/status-dot.tsx'
import type { PublishState } from './publish-state.ts'

/**
 * How far the publish of an article has come, or a build of the site. Only of a build: `cut short`, `unconfirmed` while it is
 * not known whether readers see it, `old` while they get the pages from before it.
 */
export type PublishStatus = PublishState['status'] | 'cut short' | 'unconfirmed' | 'old'

/** The tone of a dot and the words beside it. */
export interface StatusText {
  tone: StatusTone
  text: string
}

const STATUS_TEXTS: Readonly<Record<PublishStatus, StatusText>> = {
  publishing: { tone: 'busy', text: 'Publishing…' },
  failed: { tone: 'failed', text: 'Failed' },
  scheduled: { tone: 'scheduled', text: 'Scheduled' },
  sent: { tone: 'idle', text: 'Sent to the host' },
  waiting: { tone: 'waiting', text: 'Out with the site’s next build' },
  'cut short': { tone: 'idle', text: 'Cut short' },
  unconfirmed: { tone: 'live', text: 'Delivered' },
  delivered: { tone: 'live', text: 'Published, not checked' },
  stale: { tone: 'waiting', text: 'Readers still get the old page' },
  old: { tone: 'waiting', text: 'Readers still get the old pages' },
  live: { tone: 'live', text: 'Live' },
}

/** 'Publishing…', or with a duration in milliseconds 'Live, 0.4 s'. */
export function describePublish(status: PublishStatus, durationMs: number | null = null): StatusText {
  const { tone, text } = STATUS_TEXTS[status]
  return { tone, text: durationMs === null ? text : `${text}, ${formatDuration(durationMs)}` }
}
