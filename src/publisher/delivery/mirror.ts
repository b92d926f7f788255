import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BucketSettings, PurgeSettings } from '../../backend/env/delivery-env.ts'
import type { ContentEncoding } from '../../backend/env/env.ts'
import type { HeldLease } from '../database/lease.ts'
import { type OnProgress, type Report, reportProgress } from '../../node/report.ts'
import { forEachLimit } from '../../node/for-each-limit.ts'
import { Bucket } from './bucket.ts'
import { compareWithBucket, writeMarker } from './compare.ts'
import { LAST_URGENT_STAGE, type Priority, keyOf, pathsOf, stageOf } from './keys.ts'
import { objectHeaderRules } from './object-headers.ts'
import { type Purge, openPurge } from './purge.ts'
import { type DeliveredFile, DeliveryRecord, type PendingChange } from './record.ts'
import { REQUEST_LIMITS, type RequestLimits } from './request.ts'
import { SiteObjects } from './site-objects.ts'

const UPLOADS_AT_ONCE = 16
/** How many changes are delivered before a publish that waits may go first. */
const BATCH = 128
const PURGES_AT_ONCE = 4
/** With more changes the whole cache is emptied, which is one call: purging them one by one would take minutes. */
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
  lease?: HeldLease & { isTakenOver: boolean }
  report: Report
  /** For tests: limits of requests, and another address of the purge service. */
  limits?: RequestLimits
  purgeApiUrl?: string
}

/** What a delivery did, with others that ran in one with it. `bytes`: the size of the uploaded objects as they are stored. */
export interface DeliveryStats {
  uploaded: number
  bytes: number
  removed: number
  /** Addresses, or changes when the whole cache was emptied. */
  purged: number
}

/**
 * Delivers the site in a folder to a bucket. When a delivery resolves, the bucket holds what it was to deliver, and the
 * cache before it nothing older. A change that could not be delivered is kept in the record, also when the process is
 * killed, and goes with the next delivery.
 */
export class Mirror {
  readonly #options: MirrorOptions
  readonly #bucket: Bucket
  readonly #purge: Purge | null
  readonly #record: DeliveryRecord
  /** Who waits for what is urgent, for all that is pending, and for a comparison. */
  readonly #waiting = { urgent: [] as Waiting[], all: [] as Waiting[], comparison: [] as Waiting[] }
  #running: Promise<void> | null = null
  /** Resolved when the changes that are being delivered have reached the bucket, or failed. */
  #batch: Promise<unknown> = Promise.resolve()
  /** Resolved when deliveries may go on; null: they may. */
  #pause: PromiseWithResolvers<void> | null = null
  /** Whether a change could not even be recorded. */
  #hasUnrecorded = false

  constructor(options: MirrorOptions) {
    const { bucket, purge, lease, limits = REQUEST_LIMITS, purgeApiUrl } = options
    this.#options = options
    this.#bucket = new Bucket(bucket, limits, lease)
    this.#purge = purge && openPurge(purge, { apiUrl: purgeApiUrl, limits })
    const target = `${bucket.endpoint}/${bucket.bucket}/${bucket.prefix}`
    this.#record = new DeliveryRecord(options.recordFile, target)
    // Another publisher, or a lost record, may have left purges undone that are not known here.
    if (this.#record.isNew || lease?.isTakenOver) this.#record.setSetting('purgeAll', 'yes')
  }

  /** Records changed files that later deliveries bring, after all that is urgent. */
  addLater(files: Iterable<string>): void {
    this.#add(files, 'later')
  }

  /**
   * Delivers changed files, starting with the ones readers look at first. Resolves when they and all new files are
   * delivered; files added for later follow.
   */
  async sync(files: Iterable<string>): Promise<DeliveryStats> {
    this.resume()
    this.#add(files, 'urgent')
    return this.#waitIn(this.#waiting.urgent)
  }

  /** Resolves when nothing is pending any more. */
  syncPending(): Promise<DeliveryStats> {
    return this.#waitIn(this.#waiting.all)
  }

  /**
   * Delivers every difference between the folder and the bucket, by one listing of the bucket. For the start, once the
   * folder is whole: what it does not have is removed from the bucket. Publishes go before the most of it.
   */
  syncAll(): Promise<DeliveryStats> {
    this.resume()
    return this.#waitIn(this.#waiting.comparison)
  }

  /**
   * Delivers nothing until the next `sync` or `resume`, while the folder is changed: of files that are written
   * meanwhile, a page could go before a picture that it names. Resolves when nothing is being delivered.
   */
  async pause(): Promise<void> {
    this.#pause ??= Promise.withResolvers()
    await this.#batch
  }

  resume(): void {
    this.#pause?.resolve()
    this.#pause = null
  }

  /** Purges once more the files that one publish changed: readers still get what they were before. */
  async purgeAgain(files: readonly string[]): Promise<void> {
    if (this.#purge === null) return
    if (files.length > MAX_PURGED_CHANGES) await this.#purge.purgeAll()
    else await this.#purgeKeys(this.#purge, files.map(keyOf))
  }

  /** How many changes are still to be delivered or purged. */
  pending(): number {
    return this.#record.counts().total
  }

  /** Waits for what is running. */
  async close(): Promise<void> {
    this.resume()
    await this.#running
    this.#record.close()
  }

  /** Records files written or removed, relative to the folder; whether one is there now is read from the folder. */
  #add(files: Iterable<string>, priority: Priority): void {
    const changes = Array.from(files, (file) => {
      const key = keyOf(file)
      const isThere = existsSync(join(this.#options.folder, file))
      const change = !isThere ? 'removed' : this.#record.has(key) ? 'changed' : 'added'
      return { key, stage: stageOf(key, change, priority) }
    })
    try {
      this.#record.addPending(changes)
    } catch (error) {
      this.#hasUnrecorded = true
      throw error
    }
  }

  #waitIn(list: Waiting[]): Promise<DeliveryStats> {
    const added = Promise.withResolvers<DeliveryStats>()
    list.push(added)
    this.#running ??= this.#run()
    return added.promise
  }

  /** Runs until nobody waits. */
  async #run(): Promise<void> {
    const { urgent, all, comparison } = this.#waiting
    while (urgent.length + all.length + comparison.length > 0) {
      const answered = comparison.splice(0)
      try {
        const stats = await this.#compareAndDeliver(answered.length > 0)
        for (const { resolve } of answered) resolve(stats)
      } catch (error) {
        for (const { reject } of [...answered, ...urgent.splice(0), ...all.splice(0)]) reject(error)
      }
    }
    this.#running = null
  }

  /** Delivers what is pending; compares the folder with the bucket before, when asked to or when it has to. */
  async #compareAndDeliver(isAsked: boolean): Promise<DeliveryStats> {
    const { folder, encoding, report } = this.#options
    const record = this.#record
    const headersFile = await readFile(join(folder, '_headers'), 'utf8').catch(() => '')
    const rules = objectHeaderRules(headersFile, encoding)
    const objects = new SiteObjects(folder, rules)
    // Other rules change the headers of files that are the same.
    if (!isAsked && !this.#hasUnrecorded && record.setting('rules') === rules.digest)
      return this.#deliver(objects)
    record.setSetting('rules', '')
    this.#hasUnrecorded = false
    const { isMarked, isEmpty } = await compareWithBucket(objects, this.#bucket, record, rules)
    if (isEmpty) record.setSetting('purgeAll', '')
    const stats = await this.#deliver(objects, reportProgress(report, 'delivered'))
    if (!isMarked) await writeMarker(this.#bucket, rules.digest)
    record.setSetting('rules', rules.digest)
    return stats
  }

  /** Delivers what is pending. Callers that wait for urgent files are answered before the rest is delivered. */
  async #deliver(objects: SiteObjects, onProgress?: OnProgress): Promise<DeliveryStats> {
    const { urgent, all } = this.#waiting
    const stats: DeliveryStats = { uploaded: 0, bytes: 0, removed: 0, purged: 0 }
    for (;;) {
      while (this.#pause !== null) await this.#pause.promise
      const changes = this.#record.undelivered(BATCH)
      const stage = changes[0]?.stage ?? Infinity
      const answered = stage > LAST_URGENT_STAGE ? urgent.splice(0) : []
      if (changes.length === 0) answered.push(...all.splice(0))
      if (answered.length > 0 || changes.length === 0) {
        stats.purged += await rejecting(answered, this.#purgeDelivered())
        for (const { resolve } of answered) resolve({ ...stats })
        if (changes.length === 0) return stats
        continue
      }
      const delivery = this.#deliverBatch(changes, objects, stats)
      this.#batch = delivery.catch(() => undefined)
      await delivery
      const done = stats.uploaded + stats.removed
      const { total, delivered } = this.#record.counts()
      onProgress?.(done, done + total - delivered)
    }
  }

  async #deliverBatch(
    changes: readonly PendingChange[],
    objects: SiteObjects,
    stats: DeliveryStats,
  ): Promise<void> {
    const delivered: { change: PendingChange; entry: DeliveredFile | null }[] = []
    try {
      await forEachLimit(changes, UPLOADS_AT_ONCE, async (change) => {
        const object = await objects.load(change.key)
        if (object) {
          const etag = await this.#bucket.put(change.key, object.bytes, object.headers)
          delivered.push({ change, entry: { ...object.entry, etag } })
          stats.uploaded += 1
          stats.bytes += object.bytes.length
          return
        }
        const stage = removalStageOf(change)
        // Removed since the change was recorded: not before the pages that named it.
        if (change.stage < stage) return this.#record.setStage(change, stage)
        await this.#bucket.remove(change.key)
        delivered.push({ change, entry: null })
        stats.removed += 1
      })
    } catch (error) {
      this.#record.markDelivered(delivered)
      // Readers are not to wait for the rest with old pages.
      await this.#purgeDelivered()
      throw error
    }
    // In one transaction: if the process is killed before it, the next comparison finds them in the bucket.
    this.#record.markDelivered(delivered)
  }

  /** Purges what reached the bucket, and returns how many addresses; of the whole cache, the number of changes. */
  async #purgeDelivered(): Promise<number> {
    const record = this.#record
    const { delivered } = record.counts()
    const isWhole = record.setting('purgeAll') === 'yes' || delivered > MAX_PURGED_CHANGES
    if (this.#purge === null || isWhole) {
      await this.#purge?.purgeAll()
      record.setSetting('purgeAll', '')
      record.markDone(record.delivered())
      return this.#purge === null ? 0 : delivered
    }
    const changes = [...record.delivered()]
    const keys = changes.map(({ key }) => key)
    const purged = await this.#purgeKeys(this.#purge, keys)
    record.markDone(changes)
    return purged
  }

  /** Purges the addresses of keys, and returns how many they are. */
  async #purgeKeys(purge: Purge, keys: readonly string[]): Promise<number> {
    const urls = keys.flatMap(pathsOf).map((path) => this.#options.siteUrl + path)
    await forEachLimit(chunks(urls, purge.batchSize), PURGES_AT_ONCE, (batch) => purge.purge(batch))
    return urls.length
  }
}

function removalStageOf({ key, stage }: PendingChange): number {
  return stageOf(key, 'removed', stage > LAST_URGENT_STAGE ? 'later' : 'urgent')
}

type Waiting = PromiseWithResolvers<DeliveryStats>

/** Rejects the waiting callers too when `work` fails. */
async function rejecting<T>(waiting: readonly Waiting[], work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    for (const { reject } of waiting) reject(error)
    throw error
  })
}

function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
