import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LeaseError } from '../../src/publisher/database/lease.ts'
import { writeFileAtomic } from '../../src/node/write-file-atomic.ts'
import { differences, publish } from '../support/delivery/delivered-site.ts'
import { killDeliveries } from '../support/delivery/delivery-kills.ts'
import { setUpDelivery, uploadedKeys } from '../support/delivery/delivery-setup.ts'
import { unpurgedKeys } from '../support/delivery/delivery-target.ts'
import { seededRandom } from '../support/random.ts'

const site = setUpDelivery()

/** Where the time limit of a request is missing, it hangs for ever. */

describe('a change that cannot be delivered', () => {
  const wrongKey = { accessKeyId: 'S3RVER', secretAccessKey: 'wrong' }

  test.each([
    ['a wrong key', wrongKey, 'check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'],
    ['a wrong bucket', { bucket: 'nowhere' }, 'There is no bucket nowhere at S3_ENDPOINT'],
    ['a wrong address', { endpoint: 'http://127.0.0.1:9' }, '127.0.0.1:9 (S3_ENDPOINT) does not answer'],
  ])('says what is wrong: %s', async (_, wrong, message) => {
    const bucket = { ...site.target.delivery.bucket, ...wrong }
    const mirror = site.open({ bucket, limits: { timeoutMs: 1_000, retryMs: 1 } })
    await expect(mirror.syncAll()).rejects.toThrow(message)
  })

  test('waits until the bucket has space again', async () => {
    const mirror = site.open()
    await mirror.syncAll()
    const files = await publish(site.folder, seededRandom(1))
    site.target.setFault({
      kind: 'answer',
      share: 2,
      status: 507,
      body: '<Error><Code>QuotaExceeded</Code></Error>',
    })
    await expect(mirror.sync(files)).rejects.toThrow('has no space left')
    expect(mirror.pending()).toBe(new Set(files).size)
    site.target.setFault({ kind: 'none' })
    await mirror.sync([])
    expect(mirror.pending()).toBe(0)
    expect(await differences(site.folder, site.target.bucket)).toEqual([])
    expect(unpurgedKeys(site.target.events)).toEqual([])
  })

  test('is not sent once another publisher has taken over, and what is being sent is cut off', async () => {
    const validity = new AbortController()
    const confirm = async () => {
      if (validity.signal.aborted) throw new LeaseError('conflict', null, 'taken over')
    }
    // A limit of time longer than the test's: only the signal ends a request.
    const limits = { timeoutMs: 60_000, retryMs: 1 }
    const lease = { confirm, signal: () => validity.signal, isTakenOver: false }
    const mirror = site.open({ limits, lease })
    await mirror.syncAll()
    site.newEvents()
    site.target.setFault({ kind: 'hang', share: 2 })
    const delivery = mirror.sync(await publish(site.folder, seededRandom(3)))
    const uploaded = () => uploadedKeys(site.unseenEvents())
    await expect.poll(uploaded).toHaveLength(1)
    validity.abort()
    await expect(delivery).rejects.toThrow('taken over')
    expect(uploaded()).toEqual([expect.stringContaining('_images/')])
    expect(mirror.pending()).toBeGreaterThan(0)
  })

  test('was delivered but not purged by another publisher: the whole cache is purged after a takeover', async () => {
    const lease = { confirm: async () => undefined, signal: () => new AbortController().signal }
    const purges = () => site.newEvents().filter(({ kind }) => kind.startsWith('purge'))
    await site.open().syncAll()
    purges()
    await site.open({ lease: { ...lease, isTakenOver: false } }).syncAll()
    expect(purges()).toEqual([])
    await site.open({ lease: { ...lease, isTakenOver: true } }).syncAll()
    expect(purges()).toEqual([{ kind: 'purge all' }])
  })

  test('waits for the next start, which purges what was delivered but not purged', async () => {
    const mirror = site.open()
    await mirror.syncAll()
    const purgeApiUrl = 'http://127.0.0.1:9'
    const limits = { timeoutMs: 1_000, retryMs: 1 }
    const files = await publish(site.folder, seededRandom(2))
    await expect(site.open({ purgeApiUrl, limits }).sync(files)).rejects.toThrow('Cloudflare does not answer')
    expect(await differences(site.folder, site.target.bucket)).toEqual([])
    expect(unpurgedKeys(site.target.events)).not.toEqual([])
    site.newEvents()
    await site.open().syncAll()
    expect(uploadedKeys(site.newEvents())).toEqual([])
    expect(unpurgedKeys(site.target.events)).toEqual([])
  })
})

test('a change of which only the answer was lost is purged, and not uploaded again', async () => {
  const mirror = site.open({ limits: { timeoutMs: 1_000, retryMs: 1 } })
  await mirror.syncAll()
  await writeFile(join(site.folder, 'index.html'), 'another home page')
  site.target.setFault({ kind: 'cut', share: 2 })
  await expect(mirror.sync(['index.html'])).rejects.toThrow('does not answer')
  site.target.setFault({ kind: 'none' })
  site.newEvents()
  await site.open().syncAll()
  expect(site.newEvents()).toContainEqual({ kind: 'purge', paths: ['/', '/index.html'] })
  expect(unpurgedKeys(site.target.events)).toEqual([])
  expect(uploadedKeys(site.target.events.slice(-3))).toEqual([])
})

describe('the bucket equals the site.folder, and nothing is left to purge,', () => {
  test.each([
    { kind: 'answer', share: 0.5, status: 500 },
    { kind: 'answer', share: 0.5, status: 503 },
    { kind: 'refuse', share: 0.5 },
    { kind: 'cut', share: 0.5 },
    { kind: 'hang', share: 0.5 },
    { kind: 'delay', share: 2, ms: 50 },
  ] as const)('when every fifth request fails, or all are slow: %o', async (fault) => {
    // A hanging request ends at its time limit.
    const mirror = site.open({ limits: { timeoutMs: fault.kind === 'hang' ? 1_000 : 10_000, retryMs: 5 } })
    site.target.setFault(fault)
    await mirror.syncAll()
    await mirror.sync(await publish(site.folder, seededRandom(3)))
    expect(site.target.hits()).toBeGreaterThan(5)
    expect(mirror.pending()).toBe(0)
    expect(await differences(site.folder, site.target.bucket)).toEqual([])
    expect(unpurgedKeys(site.target.events)).toEqual([])
  })

  test('when a file changes again while it is delivered', async () => {
    const mirror = site.open()
    await mirror.syncAll()
    for (const change of [
      (file: string) => writeFileAtomic(file, 'the last version'),
      (file: string) => rm(file),
      (file: string) => writeFileAtomic(file, 'there again'),
    ]) {
      const file = 'article/story-3.html'
      const hits = site.target.hits()
      site.target.setFault({ kind: 'delay', share: 2, ms: 100 })
      const first = mirror.sync([file])
      await expect.poll(site.target.hits).toBeGreaterThan(hits)
      await change(join(site.folder, file))
      await Promise.all([first, mirror.sync([file])])
      expect(await differences(site.folder, site.target.bucket)).toEqual([])
      expect(unpurgedKeys(site.target.events)).toEqual([])
    }
  })

  test('when publishes follow faster than they are delivered', async () => {
    const mirror = site.open()
    site.target.setFault({ kind: 'delay', share: 2, ms: 20 })
    const random = seededRandom(4)
    const deliveries = [mirror.syncAll()]
    for (let n = 0; n < 20; n += 1) deliveries.push(mirror.sync(await publish(site.folder, random)))
    await Promise.all(deliveries)
    expect(await differences(site.folder, site.target.bucket)).toEqual([])
    expect(unpurgedKeys(site.target.events)).toEqual([])
  })

  test('after the process was killed at random moments', async () => {
    const result = await killDeliveries(join(site.directory, 'kills'), 5, 1)
    expect(result).toMatchObject({ pending: 0, different: [], unpurged: [] })
  })
})
