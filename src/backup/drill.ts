import { mkdir, rm } from 'node:fs/promises'
import { type Server, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request as secureRequest } from 'node:https'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { exportMagazine } from '../archive/export.ts'
import { restoreMagazine } from '../archive/restore.ts'
import type { Report } from '../node/report.ts'
import { verifiedDigest } from './backup.ts'
import { differences, pageCount, siteDigests } from './compare.ts'
import { type StoredBackup, backupsAmong } from './names.ts'
import type { RunOutcome } from './runs.ts'
import type { BackupStore } from './store.ts'

/** A magazine whose pages can be built. */
export interface Readable {
  url: string
  publishableKey: string
}

export interface DrillOptions {
  store: BackupStore
  passphrase: string | null
  /** A new folder for all that the drill needs, in which a site can be built; it is removed. */
  folder: string
  magazine: Readable & { service: SupabaseClient }
  /** Makes a backup of the magazine as it is now. */
  backUp: () => Promise<StoredBackup>
  /** Starts an empty magazine in a folder. */
  startEmpty: (folder: string) => Promise<Readable & { service: SupabaseClient; stop: () => Promise<void> }>
  /** Builds the pages of a magazine without what an earlier build has left, into a folder. */
  build: (magazine: Readable, distDir: string) => Promise<void>
  report: Report
}

/** How often a magazine that was changed meanwhile is begun with anew. */
const ATTEMPTS = 3

/**
 * Restores the newest backup into an empty magazine, exports that again, builds the pages of both and compares: the rows and
 * files by the digest of the archives, the pages by theirs. A magazine that has changed since its newest backup is backed up
 * before, so that both are of one moment. Throws what differs.
 */
export async function runDrill(options: DrillOptions): Promise<RunOutcome> {
  const { folder } = options
  try {
    for (let attempt = 1; ; attempt += 1) {
      const place = join(folder, String(attempt))
      await mkdir(place, { recursive: true })
      const outcome = await tryDrill(options, place)
      if (outcome !== 'changed') return outcome
      await rm(place, { recursive: true, force: true })
      if (attempt === ATTEMPTS)
        throw new Error(
          'The magazine was changed during each of three drills, so its pages could not be compared: run it at a quieter hour',
        )
      options.report('the magazine was changed meanwhile: beginning anew')
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function tryDrill(options: DrillOptions, folder: string): Promise<RunOutcome | 'changed'> {
  const { store, magazine, report } = options
  const present = await stateOf(magazine.service, join(folder, 'present.tar'), report)
  const backup = await newestOf(options, folder, present)
  report(`restoring ${backup.archive}`)
  const empty = await options.startEmpty(join(folder, 'data'))
  try {
    await restoreMagazine(empty.service, join(folder, backup.archive), {
      ...{ private: await secondOf(backup, options, folder), report },
    })
    const restored = await stateOf(empty.service, join(folder, 'restored.tar'), report)
    if (restored !== backup.digest)
      throw new Error(`${backup.archive}: what was restored is not what was backed up: their archives differ`)
    report('building the pages of the magazine, and the restored ones')
    const [before, after] = await sitesOf(options, empty, folder)
    const found = differences(before, after)
    if (found.length > 0) {
      const later = await stateOf(magazine.service, join(folder, 'later.tar'), report)
      if (later !== present) return 'changed'
      throw new Error(
        `${backup.archive}: ${found.length} of ${before.size} files differ, the first: ${found[0]}`,
      )
    }
    const pages = pageCount(before)
    return {
      archive: backup.archive,
      pages,
      what: `${pages} ${pages === 1 ? 'page' : 'pages'} and all rows and files are equal`,
    }
  } finally {
    await empty.stop()
  }

  /** The newest backup in the folder, of the present state. */
  async function newestOf({ backUp }: DrillOptions, into: string, state: string) {
    const [newest] = backupsAmong(await store.list())
    if (newest !== undefined) {
      await store.get(newest.archive, join(into, newest.archive))
      const digest = await verifiedDigest(join(into, newest.archive), newest.archive)
      if (digest === state) return { ...newest, digest }
      await rm(join(into, newest.archive))
    }
    report('the magazine has changed since its newest backup: making one')
    const made = await backUp()
    await store.get(made.archive, join(into, made.archive))
    return { ...made, digest: await verifiedDigest(join(into, made.archive), made.archive) }
  }
}

/** The second file of a backup, where there is one and somebody can open it. */
async function secondOf(
  { second, hasSecond }: StoredBackup,
  { store, passphrase }: DrillOptions,
  folder: string,
) {
  if (!hasSecond || passphrase === null) return null
  const path = join(folder, second)
  await store.get(second, path)
  return { path, passphrase }
}

/** The digest of a magazine as it is now: two of the same rows and files have the same. */
async function stateOf(service: SupabaseClient, path: string, report: Report): Promise<string> {
  await exportMagazine(service, createWriteStream(path, { mode: 0o600 }), { with: ['history'], report })
  const digest = await verifiedDigest(path, path)
  await rm(path)
  return digest
}

/** The files of both sites, built at one address of the API, which is in the pages. */
async function sitesOf(
  { magazine, build }: DrillOptions,
  restored: Readable,
  folder: string,
): Promise<[Map<string, string>, Map<string, string>]> {
  const api = await openApi(magazine)
  try {
    const digestsOf = async (one: Readable, name: string) => {
      api.leadTo(one)
      await build({ url: api.url, publishableKey: magazine.publishableKey }, join(folder, name))
      return siteDigests(join(folder, name))
    }
    const before = await digestsOf(magazine, 'before')
    return [before, await digestsOf(restored, 'after')]
  } finally {
    api.close()
  }
}

/** An address at which one magazine answers, and then another. */
async function openApi(
  first: Readable,
): Promise<{ url: string; leadTo: (one: Readable) => void; close: () => void }> {
  let target = first
  const server: Server = createServer((asked, answer) => {
    const url = new URL(asked.url ?? '/', target.url)
    const headers: Record<string, string | string[] | undefined> = { ...asked.headers, host: url.host }
    for (const name of ['apikey', 'authorization']) {
      const value = headers[name]
      if (typeof value === 'string')
        headers[name] = value.replace(first.publishableKey, target.publishableKey)
    }
    const send = url.protocol === 'https:' ? secureRequest : request
    const passed = send(url, { method: asked.method ?? 'GET', headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    leadTo: (one) => {
      target = one
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
