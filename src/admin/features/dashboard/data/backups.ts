import { formatNumber } from '../../../../domain/text/format-number.ts'
import type { BackupRun, Backups } from '../../../data/backups.ts'

/** A line for the dashboard; `isWrong`: somebody has to look after it. `detail`: what went wrong, in the words of the run. */
export interface BackupLine {
  isWrong: boolean
  text: string
  detail: string | null
}

const DAY_MS = 24 * 60 * 60 * 1000
/** A run that takes longer was killed. */
const MAX_RUN_MS = DAY_MS
/** A backup or drill that is older says nothing of the magazine as it is. */
const MAX_AGE_MS = 7 * DAY_MS

/**
 * What super admins are told of backups; nothing where none was ever made: a hosted project may be backed up elsewhere. `when`
 * writes a time, as 'today at 02:15'.
 */
export function backupLines(
  { backup, drill }: Backups,
  now: Date,
  when: (iso: string) => string,
): BackupLine[] {
  if (backup === null && drill === null) return []
  return [
    lineOf(drill, now, {
      none: 'No backup has been restored yet to see whether it is whole: npm run backup -- --drill does it',
      running: 'A backup is being restored, to see whether it is whole',
      failed: (at) => `The backup could not be restored ${at}`,
      old: (at) =>
        `The last backup that was restored is of ${at}: npm run backup -- --drill tries the newest`,
      well: restoredText,
      when,
    }),
    ...backupProblem(backup, now, when),
  ]
}

interface Texts {
  none: string
  running: string
  failed: (at: string) => string
  old: (at: string) => string
  well: (run: BackupRun, at: string) => string
  when: (iso: string) => string
}

function lineOf(run: BackupRun | null, now: Date, texts: Texts): BackupLine {
  if (run === null) return { isWrong: false, text: texts.none, detail: null }
  const age = now.getTime() - Date.parse(run.started_at)
  const at = texts.when(run.started_at)
  if (run.is_ok === null && age < MAX_RUN_MS) return { isWrong: false, text: texts.running, detail: null }
  if (run.is_ok === null) return { isWrong: true, text: texts.failed(at), detail: 'It never ended' }
  if (!run.is_ok) return { isWrong: true, text: texts.failed(at), detail: run.what }
  if (age > MAX_AGE_MS) return { isWrong: true, text: texts.old(at), detail: null }
  return { isWrong: false, text: texts.well(run, at), detail: null }
}

/** 'Backup restored today at 02:15 in 74 s: all 1,412 pages are equal'. */
function restoredText({ started_at, ended_at, pages }: BackupRun, at: string): string {
  const seconds = Math.round((Date.parse(ended_at ?? started_at) - Date.parse(started_at)) / 1000)
  const took = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
  return `Backup restored ${at} in ${took}: all ${formatNumber(pages ?? 0)} pages are equal`
}

/** A line where backups themselves fail or are no longer made; none where they are well. */
function backupProblem(run: BackupRun | null, now: Date, when: (iso: string) => string): BackupLine[] {
  if (run === null) return []
  const line = lineOf(run, now, {
    ...{ none: '', running: '', when },
    failed: (at) => `No backup could be made ${at}`,
    old: (at) => `The last backup is of ${at}`,
    well: () => '',
  })
  return line.isWrong ? [line] : []
}
