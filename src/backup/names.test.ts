import { expect, test } from 'vitest'
import { backupName, backupsAmong, toRemove } from './names.ts'

const day = (number: number) => backupName(new Date(`2026-11-0${number}T02:15:00.123Z`))

test('a backup is named by the moment at which it was begun', () => {
  expect(day(1)).toEqual({
    archive: 'magazine-2026-11-01T02-15-00Z.tar',
    second: 'magazine-2026-11-01T02-15-00Z.private',
  })
})

test('files that are no backup, unfinished ones and a second file alone are none', () => {
  const files = ['.part-1', 'notes.txt', day(2).second, day(1).archive, day(3).archive, day(3).second]
  expect(backupsAmong(files)).toEqual([
    { ...day(3), hasSecond: true },
    { ...day(1), hasSecond: false },
  ])
})

test('the oldest backups go, never the newest and never the one that was restored last', () => {
  const backups = backupsAmong([1, 2, 3, 4].map((number) => day(number).archive))
  const gone = (keep: number, proven: string | null) =>
    toRemove(backups, keep, proven).map(({ archive }) => archive)
  expect(gone(2, null)).toEqual([day(2).archive, day(1).archive])
  expect(gone(2, day(1).archive)).toEqual([day(2).archive])
  expect(gone(0, null)).toEqual([day(3).archive, day(2).archive, day(1).archive])
  expect(gone(9, null)).toEqual([])
})
