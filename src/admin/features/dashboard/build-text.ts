import { formatDuration } from '../../ui/format.ts'
import type { Build } from './data/builds.ts'

const KINDS: Readonly<Record<Build['kind'], string>> = {
  full: 'Whole site',
  publish: 'Publish',
  'catch-up': 'Catch-up',
}

/** 'Live, 0.4 s', 'Publishing…' or 'Failed'. */
export function buildState({ status, duration_ms }: Build): string {
  if (status === 'running') return 'Publishing…'
  if (status === 'failed') return 'Failed'
  return duration_ms === null ? 'Live' : `Live, ${formatDuration(duration_ms)}`
}

/** 'Publish · 5 pages, 1 removed'. */
export function buildExtent({ kind, pages_rendered, pages_removed }: Build): string {
  const pages = pages_rendered === null ? '' : `${pages_rendered} ${pages_rendered === 1 ? 'page' : 'pages'}`
  const removed = pages_removed ? `${pages_removed} removed` : ''
  const extent = [pages, removed].filter(Boolean).join(', ')
  return [KINDS[kind], extent].filter(Boolean).join(' · ')
}

/** 'Meant to be grey', 'Meant to be grey and The green room, kept', or the first with how many more there are. */
export function buildSubjects(titles: readonly string[]): string {
  const [first = '', second = ''] = titles
  if (titles.length < 2) return first
  return titles.length === 2 ? `${first} and ${second}` : `${first} and ${titles.length - 1} more`
}
