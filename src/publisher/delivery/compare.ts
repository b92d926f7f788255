import { forEachLimit } from '../../node/for-each-limit.ts'
import type { Bucket } from './bucket.ts'
import { stageOf } from './keys.ts'
import type { ObjectHeaderRules } from './object-headers.ts'
import type { Candidate, DeliveryRecord } from './record.ts'
import type { SiteObjects } from './site-objects.ts'

/**
 * The object that says that the bucket is a site's, and by which rules all objects got their headers, which the
 * bucket's list does not tell.
 */
const MARKER = '_delivery.json'
/** How many files are read at a time. */
const READS = 8

/** Writes the marker. Null: objects may have headers by other rules. */
export async function writeMarker(bucket: Bucket, rulesDigest: string | null): Promise<void> {
  await bucket.put(MARKER, Buffer.from(markerText(rulesDigest)), {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
}

function markerText(rulesDigest: string | null): string {
  return JSON.stringify({ headers: rulesDigest })
}

export interface Comparison {
  /** Whether all objects got their headers by the present rules. */
  isMarked: boolean
  isEmpty: boolean
}

/**
 * Compares the site with what the bucket lists, and records every difference as a pending change. What this machine
 * delivered itself is told by size and time of the file, all else by its MD5, which the list has as ETag: on another
 * machine the comparison reads all files, but uploads none of them again.
 *
 * Throws when the folder has no built site, or the bucket holds what no delivery put there.
 */
export async function compareWithBucket(
  files: SiteObjects,
  bucket: Bucket,
  record: DeliveryRecord,
  rules: ObjectHeaderRules,
): Promise<Comparison> {
  record.clearComparison()
  let isBuilt = false
  for await (const batch of files.walk()) {
    isBuilt ||= batch.some(({ key }) => key === 'index.html')
    record.addFiles(batch)
  }
  if (!isBuilt) throw new Error('The folder has no index.html: the site is delivered once it is built.')

  let isOwned = false
  let isEmpty = true
  for await (const objects of bucket.list()) {
    isOwned ||= objects.some(({ key }) => key === MARKER)
    isEmpty &&= objects.length === 0
    record.addListed(objects.filter(({ key }) => key !== MARKER))
  }
  const [unknown] = isOwned ? [] : record.unknownKeys()
  if (unknown !== undefined) {
    throw new Error(
      `The bucket holds files that are not of this site, such as ${unknown}, and delivery would delete them: empty it, or name a folder in S3_PREFIX.`,
    )
  }
  const isMarked = isOwned && (await bucket.readText(MARKER)) === markerText(rules.digest)
  // Before the first upload: killed after it, the next delivery has to know the bucket.
  if (!isMarked) await writeMarker(bucket, null)

  async function addIfChanged(candidate: Candidate): Promise<void> {
    const { key, headers, listedEtag, etag, deliveredHeaders, pendingSeq } = candidate
    const hasHeaders = isMarked || (etag === listedEtag && deliveredHeaders === headers)
    if (listedEtag !== null && hasHeaders) {
      const object = await files.load(key)
      if (object?.md5 === listedEtag) {
        record.confirm({ ...object.entry, etag: listedEtag }, pendingSeq)
        return
      }
    }
    record.addPending([{ key, stage: stageOf(key, listedEtag === null ? 'added' : 'changed', 'later') }])
  }
  await forEachLimit(record.candidates(), READS, addIfChanged)
  record.addPending(record.unknownKeys().map((key) => ({ key, stage: stageOf(key, 'removed', 'later') })))
  record.clearComparison()
  return { isMarked, isEmpty }
}
