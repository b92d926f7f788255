import type { DryRun, DryRunText, Outcome } from '../../../domain/newsroom/import-report.ts'
import type { ImportProgress, ImportStatus } from '../../../domain/newsroom/imports.ts'

/** What the status of an import is called. */
export const STATUS_LABELS: Readonly<Record<ImportStatus | 'undo paused', string>> = {
  running: 'Running',
  paused: 'Paused',
  failed: 'Failed',
  done: 'Imported',
  undoing: 'Being Undone',
  'undo paused': 'Undo Stopped',
  undone: 'Undone',
}

/** How far an import is, in words. */
export function progressText({ step, done, total }: ImportProgress): string {
  const of = total === null ? `${done}` : `${done} of ${total}`
  if (step === 'reading') return 'Reading the file'
  if (step === 'pictures') return `Pictures: ${of}`
  if (step === 'rows') return `Stories, pages and what belongs to them: ${of}`
  return `Taken back: ${of}`
}

/** What becomes of a text of the file. */
export const TEXT_STATES: Readonly<Record<DryRunText['state'], string>> = {
  'as is': 'As It Was',
  changed: 'Changed',
  private: 'Draft, as it was private',
  'left out': 'Left Out',
}

/** The names of what a file makes, in the order in which they are listed. */
const ROW_NAMES: Readonly<Record<string, readonly [one: string, several: string]>> = {
  articles: ['story', 'stories'],
  pages: ['page', 'pages'],
  pictures: ['picture', 'pictures'],
  author_profiles: ['new author', 'new authors'],
  sections: ['new section', 'new sections'],
  categories: ['new category', 'new categories'],
  tags: ['new tag', 'new tags'],
  menus: ['menu', 'menus'],
  slug_redirects: ['redirect of an old address', 'redirects of old addresses'],
  subscribers: ['subscriber', 'subscribers'],
}

/** What a file makes, as numbers with their names. */
export function madeOf({ rows }: Pick<DryRun, 'rows'>): { count: number; name: string }[] {
  return Object.entries(ROW_NAMES).flatMap(([table, [one, several]]) => {
    const count = rows[table] ?? 0
    return count === 0 ? [] : [{ count, name: count === 1 ? one : several }]
  })
}

/** How many stories and pages have each status, as a sentence: '12 published, 3 drafts'; '' without any. */
export function statusesOf({ texts }: Pick<DryRun, 'texts'>): string {
  const counts = new Map<string, number>()
  for (const { status } of texts) if (status !== null) counts.set(status, (counts.get(status) ?? 0) + 1)
  return Array.from(counts, ([status, count]) => `${count} ${STATUS_NAMES[status] ?? status}`).join(', ')
}

const STATUS_NAMES: Readonly<Record<string, string>> = {
  published: 'published',
  scheduled: 'scheduled',
  draft: 'as drafts',
  review: 'in review',
  archived: 'archived',
}

/** A sentence of a report, with each place where it applies. */
export interface Sentence {
  text: string
  where: string[]
}

/** Notes and reasons as sentences that begin with a capital letter, the most frequent first. */
export function sentencesOf(items: readonly { text: string; title: string; place: string }[]): Sentence[] {
  const where = new Map<string, string[]>()
  for (const { text, title, place } of items) {
    const named = place === '' ? title : `${title} (${place})`
    const known = where.get(text)
    if (known === undefined) where.set(text, [named])
    else known.push(named)
  }
  const all = Array.from(where, ([text, places]) => ({
    text: text.slice(0, 1).toUpperCase() + text.slice(1),
    where: places,
  }))
  return all.sort((a, b) => b.where.length - a.where.length)
}

export function failedPictures({ refused }: Outcome): Outcome['refused'] {
  return refused.filter(({ table }) => table === 'media')
}

export function refusedRows({ refused }: Outcome): Outcome['refused'] {
  return refused.filter(({ table }) => table !== 'media')
}
