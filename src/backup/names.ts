import { fileMoment } from '../node/file-moment.ts'

/** The name of a backup: of the moment at which it was begun, so that they are in the order of time. */
export interface BackupName {
  /** The archive: 'magazine-2026-11-30T02-15-00Z.tar'. */
  archive: string
  /** What a passphrase opens: addresses and subscribers. */
  second: string
}

const PATTERN = /^magazine-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z)\.tar$/

export function backupName(now: Date): BackupName {
  return named(fileMoment(now))
}

function named(moment: string): BackupName {
  return { archive: `magazine-${moment}.tar`, second: `magazine-${moment}.private` }
}

/** A backup in a store; `hasSecond`: with what a passphrase opens. */
export interface StoredBackup extends BackupName {
  hasSecond: boolean
}

/** The whole backups among the names of files, the newest first. A second file whose archive is not there is none. */
export function backupsAmong(files: Iterable<string>): StoredBackup[] {
  const all = new Set(files)
  const moments = [...all].flatMap((file) => PATTERN.exec(file)?.[1] ?? [])
  return moments
    .toSorted()
    .toReversed()
    .map(named)
    .map((name) => ({ ...name, hasSecond: all.has(name.second) }))
}

/** The backups that go so that `keep` stay, the newest ones. `proven`: the archive that was restored last, which stays, too. */
export function toRemove(
  backups: readonly StoredBackup[],
  keep: number,
  proven: string | null,
): StoredBackup[] {
  return backups.slice(Math.max(1, keep)).filter(({ archive }) => archive !== proven)
}
