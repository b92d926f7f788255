import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { DeliveryRecord } from './record.ts'

const ENTRY = { key: 'index.html', size: 1, mtime: 1.5, headers: 'h', etag: 'e' }
let file: string

beforeEach(async () => {
  file = join(await mkdtemp(join(tmpdir(), 'mantel-record-')), 'publisher/delivery.sqlite')
  const record = new DeliveryRecord(file, 'bucket')
  record.confirm(ENTRY, null)
  record.addPending([{ key: 'about', stage: 1 }])
  record.setSetting('rules', 'r')
  record.close()
})

/** What a record that is opened for a target has of the one before. */
function reopened(target: string) {
  const record = new DeliveryRecord(file, target)
  const { isNew } = record
  const held = [record.has(ENTRY.key), record.counts().total, record.setting('rules')]
  record.close()
  return { isNew, held }
}

test('a record keeps what was delivered and what is pending', () => {
  expect(reopened('bucket')).toEqual({ isNew: false, held: [true, 1, 'r'] })
})

test.each<[what: string, change: () => void | Promise<void>, target: string]>([
  ['another target', () => undefined, 'another bucket'],
  ['another version', () => setVersion(2), 'bucket'],
  ['a broken file', () => writeFile(file, 'no database'), 'bucket'],
])('a record begins empty with %s', async (_, change, target) => {
  await change()
  expect(reopened(target)).toEqual({ isNew: true, held: [false, 0, null] })
  expect(reopened(target).isNew).toBe(false)
})

function setVersion(version: number): void {
  const db = new DatabaseSync(file)
  db.exec(`pragma user_version = ${version}`)
  db.close()
}
