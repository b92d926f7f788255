import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { exportMagazine } from '../archive/export.ts'
import { openFirst, verifyArchive } from '../archive/format.ts'
import { type Report, messageOf } from '../node/report.ts'
import { type StoredBackup, backupName, backupsAmong, toRemove } from './names.ts'
import type { BackupStore } from './store.ts'

export interface BackupOptions {
  store: BackupStore
  keep: number
  /** Null: addresses and subscribers are in no backup. */
  passphrase: string | null
  now: Date
  report: Report
}

export interface MadeBackup extends StoredBackup {
  /** In bytes, of both files. */
  size: number
  /** The digest of its manifest: of the same magazine without a change, the same. */
  digest: string
}

/**
 * Writes a backup, reads it whole, and stores it; then removes the ones that are too many. Killed at any moment, the store has
 * the former ones, and no file that looks like a backup and is none.
 */
export async function makeBackup(
  service: SupabaseClient,
  { store, keep, passphrase, now, report }: BackupOptions,
): Promise<MadeBackup> {
  const name = backupName(now)
  const folder = await store.workFolder()
  try {
    const [archive, second] = [join(folder, name.archive), join(folder, name.second)]
    const options = { mode: 0o600 }
    const { missing } = await exportMagazine(service, createWriteStream(archive, options), {
      ...{ with: ['history'], folder, report },
      ...(passphrase === null ? {} : { private: { output: createWriteStream(second, options), passphrase } }),
    })
    for (const path of missing) report(`not in it, because the storage has lost it: ${path}`)
    const digest = await verifiedDigest(archive, name.archive)
    const files = passphrase === null ? [archive] : [archive, second]
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
    // The archive last: with it, the backup is there.
    if (passphrase !== null) await store.put(name.second, second)
    await store.put(name.archive, archive)
    await removeOld(store, keep, await provenBackup(service))
    return {
      ...name,
      hasSecond: passphrase !== null,
      digest,
      size: sizes.reduce((sum, size) => sum + size, 0),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The digest of an archive's manifest, once all of it was read. */
export async function verifiedDigest(path: string, name: string): Promise<string> {
  const archive = await openFirst(path, name)
  try {
    await verifyArchive(archive)
    return archive.digest
  } catch (error) {
    throw new Error(`${name} is damaged: ${messageOf(error)}`, { cause: error })
  } finally {
    await archive.source.close()
  }
}

async function removeOld(store: BackupStore, keep: number, proven: string | null): Promise<void> {
  for (const { archive, second, hasSecond } of toRemove(backupsAmong(await store.list()), keep, proven)) {
    await store.remove(archive)
    if (hasSecond) await store.remove(second)
  }
}

/** The archive that a drill restored last. */
async function provenBackup(service: SupabaseClient): Promise<string | null> {
  const runs = service.from('backup_runs').select('archive').eq('kind', 'drill').eq('is_ok', true)
  const { data, error } = await runs.order('id', { ascending: false }).limit(1).maybeSingle()
  if (error !== null) throw new Error(`Reading the drills: ${error.message}`, { cause: error })
  return data?.archive ?? null
}
