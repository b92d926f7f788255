import { resolve } from 'node:path'
import { type BucketSettings, readBucket } from './delivery-env.ts'
import { type Source, read, wholeNumber } from './read-variable.ts'

/** How many backups are kept where BACKUP_KEEP does not say: two weeks of nights. */
const KEPT = '14'

export interface BackupSettings {
  place: { folder: string } | { bucket: BucketSettings }
  keep: number
  /** Opens the second file, with addresses and subscribers; null: there is none. */
  passphrase: string | null
}

/** Where backups go, and how many stay. Throws an error that names the variable that is missing or wrong. */
export function readBackup(source: Source = process.env): BackupSettings {
  return {
    place: readPlace(source),
    keep: Number(
      read(source, 'BACKUP_KEEP', wholeNumber(1, 10_000, 'must be a whole number from 1 to 10000'), KEPT),
    ),
    passphrase: source.EXPORT_PASSPHRASE || null,
  }
}

function readPlace(source: Source): BackupSettings['place'] {
  const folder = source.BACKUP_FOLDER?.trim()
  const hasBucket = Boolean(source.BACKUP_S3_BUCKET?.trim())
  if (folder && hasBucket) throw new Error('BACKUP_FOLDER and BACKUP_S3_BUCKET are both set: choose one.')
  if (folder) return { folder: resolve(folder) }
  if (!hasBucket)
    throw new Error(
      'Say where backups go: BACKUP_FOLDER, or BACKUP_S3_BUCKET: see .github/docs/environment.md.',
    )
  const bucket = readBucket(source, 'BACKUP_S3_')
  // Anybody can read what is in the bucket of the site, and each delivery removes what is not of the site.
  if (
    bucket.bucket === source.S3_BUCKET?.trim() &&
    bucket.endpoint === source.S3_ENDPOINT?.trim().replace(/\/+$/, '')
  )
    throw new Error('BACKUP_S3_BUCKET is the bucket of the site, which readers can read: name another one.')
  return { bucket }
}
