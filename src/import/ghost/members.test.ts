import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ImportError, type ReadOptions } from '../description.ts'
import { readGhostMembers } from './members.ts'

const OPTIONS: ReadOptions = { now: new Date('2026-11-30T12:00:00Z'), zone: 'UTC', language: 'en' }
const EXPORTS = 'tests/fixtures/exports'
const folder = mkdtempSync(join(tmpdir(), 'ghost-members-'))

const itemsOf = (path: string) => Array.fromAsync(readGhostMembers(path, OPTIONS))
const subscriber = (email: string, name: string, receives: boolean, since: string | null = null) => ({
  ...{ kind: 'subscriber', key: email.toLowerCase(), notes: [], email, name, receives, since },
})

test('members come with name, date and whether they wish letters', async () => {
  expect(await itemsOf(`${EXPORTS}/ghost-members.csv`)).toMatchObject([
    subscriber('jbloggs@example.com', 'joe', true),
    subscriber('test@example.com', 'test', false, '1991-10-02T20:30:31.000Z'),
  ])
})

test('values that spreadsheets run are text, and nobody who is not said to wish letters receives them', async () => {
  expect(await itemsOf(`${EXPORTS}/ghost-members-formula-like.csv`)).toMatchObject([
    subscriber('formula@example.com', '-5', false),
    subscriber('formula2@example.com', '=SUM(A1)', false),
  ])
})

test('lists of older versions are read; who has no valid address, or comes twice, is left out without it', async () => {
  const items = await itemsOf(`${EXPORTS}/ghost/members-of-2019.csv`)
  expect(items).toMatchObject([
    subscriber('ada@example.com', 'Ada', true, '2019-10-30T14:52:08.000Z'),
    subscriber('bo@example.com', '=HYPERLINK("http://evil.example")', false, '2019-10-31T14:52:08.000Z'),
    { kind: 'left out', what: 'Subscriber', place: 'row 4', title: '', why: 'It has no valid mail address' },
    {
      kind: 'left out',
      what: 'Subscriber',
      place: 'row 5',
      title: '',
      why: 'The file has this address twice',
    },
    subscriber('dee@münchen.de', 'Dee', false),
  ])
  expect(JSON.stringify(items)).not.toMatch(/not read|cus_1|no address/)
})

test.each([
  ['', 'The file is empty'],
  ['title,slug\nA,a\n', 'The file is no list of members of Ghost: its first line names no column “email”'],
])('a file that holds %j is refused', async (source, message) => {
  const path = join(folder, 'members.csv')
  writeFileSync(path, source)
  await expect(itemsOf(path)).rejects.toThrow(new ImportError(message))
})
