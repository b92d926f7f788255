import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BucketSettings, PurgeSettings } from '../../backend/delivery-env.ts'
import type { ContentEncoding } from '../../backend/env.ts'
import type { Lease } from '../database/lease.ts'
import { type OnProgress, type Report, reportProgress } from '../../node/report.ts'
import { forEachLimit } from '../../node/for-each-limit.ts'
import { openBucket } from './bucket.ts'
import { compareWithBucket, writeMarker } from './compare.ts'
import { LAST_URGENT_STAGE, type Priority, keyOf, pathsOf, stageOf } from './keys.ts'
import { objectHeaderRules } from './object-headers.ts'
import { type Purge, openPurge } from './purge.ts'
import { type DeliveredFile, type PendingChange, openRecord } from './record.ts'
import { REQUEST_LIMITS } from './request.ts'
import { type SiteFiles, siteFiles } from './site-objects.ts'

const UPLOADS_AT_ONCE = 16
/** After so many, it is looked whether a publish waits. */
const BATCH = 128
const PURGES_AT_ONCE = 4
/** With more, the whole cache is emptied: that is one call, and so many take minutes. */
const MAX_PURGED_CHANGES = 2_000

export interface MirrorOptions {
  /** The built site. */
  folder: string
  /** The record of deliveries, an SQLite file: DATA_DIR/publisher/delivery.sqlite. */
  recordFile: string
  /** The public address, without a slash at the end: what is purged begins with it. */
  siteUrl: string
  bucket: BucketSettings
  purge: PurgeSettings | null
  encoding: ContentEncoding | null
  /** Asked before each request to the bucket; without one, nobody else delivers to it. */
  lease?: Pick<Lease, 'confirm' | 'signal' | 'isTakenOver'>
  report: Report
  /** For tests: limits of requests, and another address of the purge service. */
  limits?: typeof REQUEST_LIMITS
  purgeApiUrl?: string
}

/** What a delivery did, with others that ran in one with it. `bytes`: of the uploaded objects as they are stored. */
export interface DeliveryStats {
  uploaded: number
  bytes: number
  removed: number
  /** Addresses, or changes when the whole cache was emptied. */
  purged: number
}

export type Mirror = ReturnType<typeof openMirror>

/**
 * Opens the delivery of the site in `folder` to a bucket. When a delivery resolves, the bucket holds what it was to
 * deliver, and the cache before it nothing older. A change that could not be delivered waits in the record, also when
 * the process is killed, and goes with the next delivery.
 */
export function openMirror(options: MirrorOptions) {
  const { folder, siteUrl, encoding, report, limits = REQUEST_LIMITS } = options
  const { endpoint, bucket: bucketName, prefix } = options.bucket
  const bucket = openBucket(options.bucket, limits, options.lease)
  const purge = options.purge && openPurge(options.purge, { apiUrl: options.purgeApiUrl, limits })
  const record = openRecord(options.recordFile, `${endpoint}/${bucketName}/${prefix}`)
  // What other deliveries left to purge is not known: those of another publisher, or of a lost record.
  if (record.isNew || options.lease?.isTakenOver) record.setSetting('purgeAll', 'yes')
  /** Who waits for what is urgent, for all that is pending, and for a comparison. */
  const waiting = { urgent: [] as Waiting[], all: [] as Waiting[], comparison: [] as Waiting[] }
  let running: Promise<void> | null = null
  /** Resolved when the changes that are being delivered have reached the bucket, or failed. */
  let batch: Promise<unknown> = Promise.resolve()
  /** Resolved when deliveries may go on; null: they may. */
  let pause: PromiseWithResolvers<void> | null = null
  /** Whether a change could not even be recorded. */
  let hasUnrecorded = false

  async function run(isFull: boolean): Promise<DeliveryStats> {
    const headersFile = await readFile(join(folder, '_headers'), 'utf8').catch(() => '')
    const rules = objectHeaderRules(headersFile, encoding)
    const files = siteFiles(folder, rules)
    // Other rules change the headers of files that are the same.
    if (!isFull && !hasUnrecorded && record.setting('rules') === rules.digest) return deliver(files)
    record.setSetting('rules', '')
    hasUnrecorded = false
    const { isMarked, isEmpty } = await compareWithBucket(files, bucket, record, rules)
    if (isEmpty) record.setSetting('purgeAll', '')
    const stats = await deliver(files, reportProgress(report, 'delivered'))
    if (!isMarked) await writeMarker(bucket, rules.digest)
    record.setSetting('rules', rules.digest)
    return stats
  }

  /** Delivers what is pending. Those who wait for what is urgent are answered before the rest. */
  async function deliver(files: SiteFiles, onProgress?: OnProgress): Promise<DeliveryStats> {
    const stats: DeliveryStats = { uploaded: 0, bytes: 0, removed: 0, purged: 0 }
    for (;;) {
      while (pause !== null) await pause.promise
      const changes = record.undelivered(BATCH)
      const stage = changes[0]?.stage ?? Infinity
      const answered = stage > LAST_URGENT_STAGE ? waiting.urgent.splice(0) : []
      if (changes.length === 0) answered.push(...waiting.all.splice(0))
      if (answered.length > 0 || changes.length === 0) {
        stats.purged += await rejecting(answered, purgeDelivered())
        for (const { resolve } of answered) resolve({ ...stats })
        if (changes.length === 0) return stats
        continue
      }
      const delivery = deliverBatch(changes, files, stats)
      batch = delivery.catch(() => undefined)
      await delivery
      const done = stats.uploaded + stats.removed
      const { total, delivered } = record.counts()
      onProgress?.(done, done + total - delivered)
    }
  }

  async function deliverBatch(
    changes: readonly PendingChange[],
    files: SiteFiles,
    stats: DeliveryStats,
  ): Promise<void> {
    const delivered: { change: PendingChange; entry: DeliveredFile | null }[] = []
    try {
      await forEachLimit(changes, UPLOADS_AT_ONCE, async (change) => {
        const object = await files.load(change.key)
        if (object) {
          const etag = await bucket.put(change.key, object.bytes, object.headers)
          delivered.push({ change, entry: { ...object.entry, etag } })
          stats.uploaded += 1
          stats.bytes += object.bytes.length
          return
        }
        const stage = removalStageOf(change)
        // Gone since the change was recorded: not before the pages that named it.
        if (change.stage < stage) return record.setStage(change, stage)
        await bucket.remove(change.key)
        delivered.push({ change, entry: null })
        stats.removed += 1
      })
    } catch (error) {
      record.markDelivered(delivered)
      // Readers are not to wait for the rest with old pages.
      await purgeDelivered()
      throw error
    }
    // At once for all of them: killed before, the next comparison finds them in the bucket.
    record.markDelivered(delivered)
  }

  /** Purges what reached the bucket, and returns how many addresses; of the whole cache, the number of changes. */
  async function purgeDelivered(): Promise<number> {
    const { delivered } = record.counts()
    const isWhole = record.setting('purgeAll') === 'yes' || delivered > MAX_PURGED_CHANGES
    if (purge === null || isWhole) {
      await purge?.purgeAll()
      record.setSetting('purgeAll', '')
      record.markDone(record.delivered())
      return purge === null ? 0 : delivered
    }
    const changes = [...record.delivered()]
    const purged = await purgeKeys(
      purge,
      changes.map(({ key }) => key),
    )
    record.markDone(changes)
    return purged
  }

  /** Purges the addresses of keys, and returns how many they are. */
  async function purgeKeys(from: Purge, keys: readonly string[]): Promise<number> {
    const urls = keys.flatMap(pathsOf).map((path) => siteUrl + path)
    await forEachLimit(chunks(urls, from.batchSize), PURGES_AT_ONCE, from.purge)
    return urls.length
  }

  /** Runs until nobody waits. */
  async function work(): Promise<void> {
    const { urgent, all, comparison } = waiting
    while (urgent.length + all.length + comparison.length > 0) {
      const answered = comparison.splice(0)
      try {
        const stats = await run(answered.length > 0)
        for (const { resolve } of answered) resolve(stats)
      } catch (error) {
        for (const { reject } of [...answered, ...urgent.splice(0), ...all.splice(0)]) reject(error)
      }
    }
    running = null
  }

  function resume(): void {
    pause?.resolve()
    pause = null
  }

  function waitIn(list: Waiting[]): Promise<DeliveryStats> {
    const added = Promise.withResolvers<DeliveryStats>()
    list.push(added)
    running ??= work()
    return added.promise
  }

  /** Records files written or removed, relative to the folder; whether one is there now is read from the folder. */
  function add(files: Iterable<string>, priority: Priority): void {
    const changes = Array.from(files, (file) => {
      const key = keyOf(file)
      const change = !existsSync(join(folder, file)) ? 'removed' : record.has(key) ? 'changed' : 'added'
      return { key, stage: stageOf(key, change, priority) }
    })
    try {
      record.addPending(changes)
    } catch (error) {
      hasUnrecorded = true
      throw error
    }
  }

  return {
    /** Records changed files that later deliveries bring, after all that is urgent. */
    addLater: (files: Iterable<string>): void => add(files, 'later'),
    /**
     * Delivers changed files; those that readers look at first, first. Resolves when they and all that is new are
     * delivered; what was added for later follows.
     */
    async sync(files: Iterable<string>): Promise<DeliveryStats> {
      resume()
      add(files, 'urgent')
      return waitIn(waiting.urgent)
    },
    /** Resolves when nothing is pending any more. */
    syncPending: (): Promise<DeliveryStats> => waitIn(waiting.all),
    /**
     * Delivers every difference between the folder and the bucket, by one listing of the bucket. For the start, once
     * the folder is whole: what it does not have is removed from the bucket. Publishes go before the most of it.
     */
    syncAll(): Promise<DeliveryStats> {
      resume()
      return waitIn(waiting.comparison)
    },
    /**
     * Delivers nothing until the next `sync` or `resume`, while the folder is changed: of files that are written
     * meanwhile, a page could go before a picture that it names. Resolves when nothing is being delivered.
     */
    async pause(): Promise<void> {
      pause ??= Promise.withResolvers()
      await batch
    },
    resume,
    /** Purges once more the files that one publish changed: readers still get what they were before. */
    async purgeAgain(files: readonly string[]): Promise<void> {
      if (purge === null) return
      await (files.length > MAX_PURGED_CHANGES ? purge.purgeAll() : purgeKeys(purge, files.map(keyOf)))
    },
    /** How many changes wait to be delivered or purged. */
    pending: (): number => record.counts().total,
    /** Waits for what is running. */
    async close(): Promise<void> {
      resume()
      await running
      record.close()
    },
  }
}

function removalStageOf({ key, stage }: PendingChange): number {
  return stageOf(key, 'removed', stage > LAST_URGENT_STAGE ? 'later' : 'urgent')
}

type Waiting = PromiseWithResolvers<DeliveryStats>

/** Rejects those who wait, too, when `work` fails. */
async function rejecting<T>(waiting: readonly Waiting[], work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    for (const { reject } of waiting) reject(error)
    throw error
  })
}

function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
