/**
 * `npm run bench:delivery`: what deliveries to an S3 server of this process cost, with 10,000 stories or as many as are
 * named, and what 50 kills at random moments lose. Ends with status 1 when anything was lost.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DeliveryStats, Mirror } from '../../src/publisher/delivery/mirror.ts'
import { differences, publish, writeSite } from '../../tests/support/delivery/delivered-site.ts'
import { killDeliveries } from '../../tests/support/delivery/delivery-kills.ts'
import { startTarget } from '../../tests/support/delivery/delivery-target.ts'
import { seededRandom } from '../../tests/support/random.ts'

const STORIES = Number(process.argv[2] ?? 10_000)
const KILLS = 50
/** About what a story has with the demo content. */
const PAGE_BYTES = 16_000

const directory = await mkdtemp(join(tmpdir(), 'mantel-bench-delivery-'))
const folder = join(directory, 'dist')
const target = await startTarget(directory)
const rows: Record<string, string | number>[] = []

function open(machine: string) {
  const recordFile = join(directory, machine, 'delivery.sqlite')
  return new Mirror({ ...target.delivery, folder, recordFile, report: () => undefined })
}

async function measure(what: string, deliver: () => Promise<DeliveryStats>): Promise<void> {
  const before = target.events.length
  const started = performance.now()
  const { uploaded, removed, purged } = await deliver()
  const seconds = ((performance.now() - started) / 1_000).toFixed(2)
  const events = target.events.slice(before)
  const bytes = events.reduce((sum, event) => sum + ('bytes' in event ? event.bytes : 0), 0)
  const mb = (bytes / 1e6).toFixed(2)
  rows.push({ what, seconds, requests: events.length, 'MB sent': mb, uploaded, removed, purged })
}

try {
  const files = await writeSite(folder, STORIES, PAGE_BYTES)
  const mirror = open('publisher')
  await measure('first upload', mirror.syncAll)
  const random = seededRandom(1)
  for (const n of [1, 2, 3]) {
    const changed = await publish(folder, random, 25)
    await measure(`publish ${n}, ${new Set(changed).size} files`, () => mirror.sync(changed))
  }
  await mirror.close()
  const next = open('publisher')
  await measure('start, nothing changed', next.syncAll)
  await next.close()
  const other = open('another machine')
  await measure('start, record lost', other.syncAll)
  await other.close()
  console.log(`${files.length} files`)
  console.table(rows)

  const lost = await differences(folder, target.bucket)
  const killed = await killDeliveries(join(directory, 'kills'), KILLS, 1)
  const requests = killed.deliveries.reduce((sum, count) => sum + count, 0)
  console.log(`${KILLS} kills in ${requests} requests, every fifth of which failed`)
  lost.push(...killed.different, ...killed.unpurged)
  if (lost.length > 0 || killed.pending > 0) {
    console.error(`Lost: ${lost.join(', ')}; pending: ${killed.pending}`)
    process.exitCode = 1
  } else console.log('Nothing was lost: the buckets equal the folders, and every change was purged.')
} finally {
  await target.close()
  await rm(directory, { recursive: true })
}
