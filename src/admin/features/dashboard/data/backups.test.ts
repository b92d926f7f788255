import { expect, test } from 'vitest'
import type { BackupRun, Backups } from '../../../data/backups.ts'
import { backupLines } from './backups.ts'

const NOW = new Date('2026-11-30T09:00:00Z')

function run(fields: Partial<BackupRun> = {}): BackupRun {
  return {
    ...{ started_at: '2026-11-30T02:15:00Z', ended_at: '2026-11-30T02:16:14Z', is_ok: true },
    ...{ what: null, pages: 1412, ...fields },
  }
}

const lines = (runs: Partial<Backups>) =>
  backupLines({ backup: null, drill: null, ...runs }, NOW, (iso) => `at ${iso.slice(0, 10)}`)

const LONG_AGO = { started_at: '2026-11-20T02:15:00Z' }

test('where no backup was ever made, nothing is said', () => {
  expect(lines({})).toEqual([])
})

test('a backup that was never restored is no failure, and the line says how', () => {
  expect(lines({ backup: run() })).toEqual([
    { isWrong: false, detail: null, text: expect.stringContaining('npm run backup -- --drill') as string },
  ])
})

test('a drill that went well is told with its time and its pages', () => {
  expect(lines({ backup: run(), drill: run() })).toEqual([
    {
      ...{ isWrong: false, detail: null },
      text: 'Backup restored at 2026-11-30 in 74 s: all 1,412 pages are equal',
    },
  ])
})

test('a drill that failed, never ended or is older than a week is wrong', () => {
  const wrong = (drill: BackupRun) => lines({ drill }).map(({ isWrong, detail }) => [isWrong, detail])
  expect(wrong(run({ is_ok: false, what: '/index.html is another one' }))).toEqual([
    [true, '/index.html is another one'],
  ])
  expect(wrong(run({ ...LONG_AGO, is_ok: null, ended_at: null }))).toEqual([[true, 'It never ended']])
  expect(wrong(run(LONG_AGO))).toEqual([[true, null]])
  expect(wrong(run({ is_ok: null, ended_at: null }))).toEqual([[false, null]])
})

test('backups that fail or are no longer made are wrong, whatever the drill says', () => {
  const failed = run({ is_ok: false, what: 'The disk is full' })
  expect(lines({ backup: failed, drill: run() }).at(-1)).toEqual({
    ...{ isWrong: true, text: 'No backup could be made at 2026-11-30', detail: 'The disk is full' },
  })
  expect(lines({ backup: run(LONG_AGO), drill: run() }).map(({ isWrong }) => isWrong)).toEqual([false, true])
})
