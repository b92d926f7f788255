import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ArchiveError } from '../../src/archive/archive-error.ts'
import { openFile } from '../../src/archive/byte-source.ts'
import { exportMagazine } from '../../src/archive/export.ts'
import { type Manifest, entryOrder, manifestDigestLine, sha256 } from '../../src/archive/format.ts'
import { restoreMagazine } from '../../src/archive/restore.ts'
import { openSealed, seal } from '../../src/archive/sealed.ts'
import { readTar, tarHeader, tarOf } from '../../src/archive/tar.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, signedIn, startTestStack } from '../support/database/test-stack.ts'
import { emptyMagazine } from '../support/random-magazine.ts'
import { seededRandom } from '../support/random.ts'

const PASSPHRASE = 'a chair by the window'

let stack: Stack
let service: SupabaseClient
let folder: string
/** The two files of an export, the second also as it is under its seal, and the second of another export. */
let first: Buffer
let sealed: Buffer
let second: Buffer
let otherSealed: Buffer

beforeAll(async () => {
  stack = await startTestStack()
  service = client(stack, stack.secretKey)
  folder = await mkdtemp(join(tmpdir(), 'archive-'))
  await emptyMagazine(stack)
  const { id } = await signedIn(stack, 'super_admin', 'boss@people.example')
  for (const name of ['one', 'two']) {
    const background = name === 'one' ? '#a64' : '#46a'
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .webp()
      .toBuffer()
    await service.storage.from('media').upload(`u/${name}.webp`, bytes, { contentType: 'image/webp' })
  }
  const category = await service
    .from('categories')
    .insert({ name: 'Kitchens', slug: 'kitchens' })
    .select('id')
    .single()
  for (const slug of ['a', 'b', 'c'])
    await service
      .from('articles')
      .insert({ title: slug, slug, author_id: id, category_id: (category.data as { id: string }).id })
  await service.from('subscribers').insert({ email: 'reader@people.example' })
  ;[first, sealed] = await exported()
  await service.from('tags').insert({ name: 'chairs', slug: 'chairs' })
  ;[, otherSealed] = await exported()
  second = await opened(sealed)
  await emptyMagazine(stack)
})
afterAll(async () => {
  await stack.stop()
  await rm(folder, { recursive: true })
})

async function exported(): Promise<[Buffer, Buffer]> {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  await exportMagazine(service, createWriteStream(one), {
    ...{ with: [], folder, report: () => undefined },
    private: { output: createWriteStream(two), passphrase: PASSPHRASE },
  })
  return [await readFile(one), await readFile(two)]
}

async function opened(bytes: Buffer): Promise<Buffer> {
  const path = join(folder, 'sealed')
  await writeFile(path, bytes)
  const source = await openSealed(await openFile(path, 'sealed'), PASSPHRASE)
  const plain = await source.read(0, source.size)
  await source.close()
  return plain
}

async function collected(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(parts))
}

type Entries = Map<string, Buffer>

async function entriesOf(bytes: Buffer): Promise<Entries> {
  const entries: Entries = new Map()
  const read = (start: number, length: number) => Promise.resolve(bytes.subarray(start, start + length))
  for await (const { name, start, size } of readTar({
    name: '',
    size: bytes.length,
    read,
    close: async () => {},
  }))
    entries.set(name, Buffer.from(bytes.subarray(start, start + size)))
  return entries
}

const tarFrom = (entries: Entries): Promise<Buffer> =>
  collected(
    tarOf(
      Array.from(entries, ([name, bytes]) => ({
        ...{ name, size: bytes.length },
        bytes: async function* () {
          yield bytes
        },
      })),
    ),
  )

/** An archive whose entries were changed, and whose manifest knows nothing of it. */
async function changed(change: (entries: Entries) => void, of = first): Promise<Buffer> {
  const entries = await entriesOf(of)
  change(entries)
  return tarFrom(entries)
}

const manifestOf = (entries: Entries) => JSON.parse(String(entries.get('manifest.json'))) as Manifest

/** An archive that somebody changed who knows the format: its digests, sizes and counts are right, unless `edit` changes them. */
async function forged(
  change: (entries: Entries) => void,
  edit: (manifest: Manifest) => object = (manifest) => manifest,
  of = first,
): Promise<Buffer> {
  const entries = await entriesOf(of)
  const manifest = manifestOf(entries)
  change(entries)
  entries.delete('manifest.json')
  entries.delete('manifest.sha256')
  const listed = [...entries].map(
    ([name, bytes]) => [name, { sha256: sha256(bytes), size: bytes.length }] as const,
  )
  const linesOf = (bytes: Buffer) => bytes.toString().split('\n').length - 1
  const rows = [...entries].flatMap(([name, bytes]) => {
    const table = /^tables\/(.*)\.jsonl$/.exec(name)?.[1]
    return table === undefined ? [] : [[table, linesOf(bytes)] as const]
  })
  const files = linesOf(entries.get('files.jsonl') ?? Buffer.from(''))
  const made = edit({
    ...manifest,
    files,
    rows: Object.fromEntries(rows),
    entries: Object.fromEntries(listed),
  })
  const bytes = Buffer.from(JSON.stringify(made))
  entries.set('manifest.json', bytes).set('manifest.sha256', Buffer.from(manifestDigestLine(sha256(bytes))))
  return tarFrom(
    new Map(entryOrder(listed.map(([name]) => name)).map((name) => [name, entries.get(name) ?? bytes])),
  )
}

const flipped = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

/** The place of an entry's bytes. */
async function placeOf(
  entry: (name: string) => boolean,
): Promise<{ name: string; start: number; size: number }> {
  const read = (start: number, length: number) => Promise.resolve(first.subarray(start, start + length))
  for await (const found of readTar({ name: '', size: first.length, read, close: async () => {} }))
    if (entry(found.name)) return found
  throw new Error('There is no such entry')
}

const isPicture = (name: string) => name.startsWith('files/')
const flipIn = async (entry: (name: string) => boolean, within = 0.5) => {
  const { start, size } = await placeOf(entry)
  return flipped(first, start + Math.floor(size * within))
}
const edited = (name: string, edit: (text: string) => string) => (entries: Entries) =>
  entries.set(name, Buffer.from(edit(String(entries.get(name)))))
const ARTICLES = 'tables/articles.jsonl'
const lines = (edit: (rows: string[]) => string[], name = ARTICLES) =>
  edited(name, (text) =>
    edit(text.split('\n').slice(0, -1))
      .map((line) => `${line}\n`)
      .join(''),
  )
const row = (edit: (row: Record<string, unknown>) => object, name = ARTICLES) =>
  lines(
    ([line = '', ...rest]) => [JSON.stringify(edit(JSON.parse(line) as Record<string, unknown>)), ...rest],
    name,
  )
const removePicture = (entries: Entries) => void entries.delete([...entries.keys()].find(isPicture) ?? '')

/** What is done to the first file, and the reason for which it is refused. */
const FIRST: [what: string, make: () => Promise<Buffer> | Buffer, reason: RegExp][] = [
  // Damaged on a disk or a line.
  [
    'a byte of the manifest',
    () => flipIn((name) => name === 'manifest.json'),
    /manifest\.json in .* is damaged/,
  ],
  [
    'a byte of its digest',
    () => flipIn((name) => name === 'manifest.sha256'),
    /manifest\.json in .* is damaged/,
  ],
  [
    'a byte of a table',
    () => flipIn((name) => name === ARTICLES),
    /tables\/articles\.jsonl in .* is damaged/,
  ],
  ['a byte of a picture', () => flipIn(isPicture), /files\/[0-9a-f]{64} in .* is damaged/],
  [
    'a byte of the list of files',
    () => flipIn((name) => name === 'files.jsonl'),
    /files\.jsonl in .* is damaged/,
  ],
  [
    'a byte of the name of an entry',
    async () => flipped(first, (await placeOf((name) => name === ARTICLES)).start - 512),
    /is damaged after/,
  ],
  [
    'a byte between two entries',
    async () => {
      const { start, size } = await placeOf((name) => name === ARTICLES)
      return flipped(first, start + size)
    },
    /is damaged after tables\/articles\.jsonl/,
  ],
  ['a byte at the end', () => flipped(first, first.length - 3), /something after its end/],
  ['cut off in the middle', () => first.subarray(0, first.length / 2), /ends too early/],
  ['cut off at its last block', () => first.subarray(0, first.length - 512), /ends too early/],
  ['cut off within a block', () => first.subarray(0, first.length - 1500), /ends too early/],
  ['something after its end', () => Buffer.concat([first, Buffer.from('more')]), /something after its end/],
  ['an empty file', () => Buffer.alloc(0), /no archive of a magazine/],
  ['a text', () => Buffer.from('To whom it may concern. '.repeat(100)), /no archive of a magazine/],
  ['compressed', () => gzipSync(first), /no archive of a magazine/],
  // Changed without the manifest.
  [
    'a row less',
    () => changed(lines((rows) => rows.slice(1))),
    /articles\.jsonl in .* has \d+ bytes, not \d+/,
  ],
  [
    'a row twice',
    () => changed(lines((rows) => [...rows, rows[0] ?? ''])),
    /articles\.jsonl in .* has \d+ bytes, not \d+/,
  ],
  [
    'rows in another order',
    () => changed(lines((rows) => rows.toReversed())),
    /articles\.jsonl in .* is damaged/,
  ],
  ['a picture is missing', () => changed(removePicture), /lacks files\//],
  [
    'a table is missing',
    () => changed((entries) => entries.delete(ARTICLES)),
    /lacks tables\/articles\.jsonl/,
  ],
  [
    'no manifest',
    () => changed((entries) => entries.delete('manifest.json')),
    /does not begin with manifest\.json/,
  ],
  [
    'no digest of the manifest',
    () => changed((entries) => entries.delete('manifest.sha256')),
    /lacks manifest\.sha256/,
  ],
  [
    'an entry more',
    () => changed((entries) => entries.set('files/more', Buffer.from('x'))),
    /its manifest does not name/,
  ],
  [
    'an entry outside of it',
    () => changed((entries) => entries.set('../../.bashrc', Buffer.from('x'))),
    /"..\/..\/.bashrc", which its manifest does not name/,
  ],
  [
    'an entry twice',
    async () => {
      const { name, start, size } = await placeOf((found) => found === ARTICLES)
      const again = first.subarray(start - 512, start + Math.ceil(size / 512) * 512)
      expect(name).toBe(ARTICLES)
      return Buffer.concat([first.subarray(0, start - 512), again, first.subarray(start - 512)])
    },
    /has tables\/articles\.jsonl twice/,
  ],
  [
    'a link',
    async () => withHeader(first, ARTICLES, (header) => header.write('2', 156)),
    /which is no plain file/,
  ],
  [
    'an entry of eight gigabytes',
    async () => withHeader(first, ARTICLES, (header) => header.write('77777777777', 124)),
    /ends too early/,
  ],
  [
    'a size that is no number',
    async () => withHeader(first, ARTICLES, (header) => header.fill(0xff, 124, 136)),
    /ends too early/,
  ],
  // Forged.
  [
    'another version of the format',
    () => forged(noChange, (manifest) => ({ ...manifest, version: 2 })),
    /version 2 of the format, and this is for version 1/,
  ],
  [
    'another format',
    () => forged(noChange, (manifest) => ({ ...manifest, format: 'photo album' })),
    /no archive of a magazine/,
  ],
  [
    'a newer level',
    () => forged(noChange, (manifest) => ({ ...manifest, level: '29991231235959' })),
    /of a newer version/,
  ],
  [
    'an earlier level',
    () => forged(noChange, (manifest) => ({ ...manifest, level: '20200101000000' })),
    /of an earlier version/,
  ],
  [
    'another count',
    () => forged(noChange, (manifest) => ({ ...manifest, rows: { ...manifest.rows, articles: 9 } })),
    /has 3 rows, and the manifest says 9/,
  ],
  [
    'another count of files',
    () => forged(noChange, (manifest) => ({ ...manifest, files: 9 })),
    /has 2 files, and the manifest says 9/,
  ],
  [
    'a table that is not exported',
    () => forged((entries) => entries.set('tables/publish_webhook.jsonl', Buffer.from('{}\n'))),
    /other tables .*: publish_webhook/,
  ],
  ['a table less', () => forged((entries) => entries.delete('tables/tags.jsonl')), /other tables .*: tags/],
  [
    'an unknown field of the manifest',
    () => forged(noChange, (manifest) => ({ ...manifest, run: 'rm -rf /' })),
    /manifest\.json in .* is damaged/,
  ],
  [
    'a line that is no JSON',
    () => forged(lines((rows) => [...rows, '{'])),
    /Line 4 of tables\/articles\.jsonl is no JSON/,
  ],
  [
    'a line that is no row',
    () => forged(lines((rows) => [...rows, '[]'])),
    /Line 4 of tables\/articles\.jsonl is no row/,
  ],
  [
    'a line without an end',
    () => forged(edited(ARTICLES, (text) => text.slice(0, -1))),
    /ends within a line/,
  ],
  [
    'a column less',
    () =>
      forged(
        row((values) => Object.fromEntries(Object.entries(values).filter(([column]) => column !== 'title'))),
      ),
    /row of articles has other columns/,
  ],
  [
    'a column more',
    () => forged(row((values) => ({ ...values, is_admin: true }))),
    /row of articles has other columns/,
  ],
  ['a row twice, counted', () => forged(lines((rows) => [...rows, rows[0] ?? ''])), /duplicate key/],
  [
    'a state that there is not',
    () => forged(row((values) => ({ ...values, status: 'famous' }))),
    /articles_status_check/,
  ],
  [
    'a date that is none',
    () => forged(row((values) => ({ ...values, created_at: 'yesterday, or so' }))),
    /invalid input syntax/,
  ],
  [
    'a character that no text holds',
    () => forged(row((values) => ({ ...values, title: 'a\0' }))),
    /Unicode escape/,
  ],
  ['a category that is gone', () => forged(lines(() => [], 'tables/categories.jsonl')), /foreign key/],
  ['a picture less, counted', () => forged(removePicture), /lacks the file u\//],
  [
    'a picture that no list names',
    () => forged((entries) => entries.set(`files/${sha256('x')}`, Buffer.from('x'))),
    /which files\.jsonl does not name/,
  ],
  [
    'a picture under another digest',
    () => forged((entries) => entries.set(`files/${sha256('x')}`, Buffer.from('y'))),
    /which no archive has/,
  ],
  [
    'a file outside of its bucket',
    () => forged(row((file) => ({ ...file, path: '../../keys.json' }), 'files.jsonl')),
    /a file that no storage takes/,
  ],
  [
    'a file of another bucket',
    () => forged(row((file) => ({ ...file, bucket: 'vault' }), 'files.jsonl')),
    /a file that no storage takes/,
  ],
  [
    'a page as a picture',
    () => forged(row((file) => ({ ...file, type: 'text/html' }), 'files.jsonl')),
    /The storage did not take media\/u\//,
  ],
]
const noChange = () => undefined

async function withHeader(bytes: Buffer, name: string, edit: (header: Buffer) => unknown): Promise<Buffer> {
  const { start, size } = await placeOf((found) => found === name)
  const header = tarHeader(name, size)
  edit(header)
  header.fill(0x20, 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([bytes.subarray(0, start - 512), header, bytes.subarray(start)])
}

/** What is done to the second file, with the first as it is. */
const SECOND: [what: string, make: () => Promise<Buffer> | Buffer, reason: RegExp][] = [
  ['a byte at its beginning', () => flipped(sealed, 60), /second is damaged/],
  ['a byte at its end', () => flipped(sealed, sealed.length - 1), /second is damaged/],
  ['a byte of its salt', () => flipped(sealed, 20), /passphrase is not the one/],
  ['cut off', () => sealed.subarray(0, sealed.length - 700), /second is damaged/],
  ['of another export', () => otherSealed, /belongs to another export/],
  [
    'with another passphrase',
    () => collected(seal(oneOf(second), 'a table by the window')),
    /passphrase is not the one/,
  ],
  ['the first file again', () => first, /no second file of an export/],
  [
    'a first file under a seal',
    () => collected(seal(oneOf(first), PASSPHRASE)),
    /is the first file of an export, not the second/,
  ],
  [
    'an account of nobody',
    async () =>
      sealedAgain(row((values) => ({ ...values, id: crypto.randomUUID() }), 'tables/profiles.jsonl')),
    /an account that the first file does not have/,
  ],
  [
    'an address that is none',
    async () => sealedAgain(row((values) => ({ ...values, email: 'x' }), 'tables/profiles.jsonl')),
    /an account that the first file does not have/,
  ],
  [
    'a reader without an address',
    async () => sealedAgain(row((values) => ({ ...values, email: null }), 'tables/subscribers.jsonl')),
    /null value in column "email"/,
  ],
]

async function* oneOf(bytes: Buffer) {
  yield bytes
}
const sealedAgain = async (change: (entries: Entries) => void) =>
  collected(seal(oneOf(await forged(change, undefined, second)), PASSPHRASE))

async function restore(bytes: Buffer, ofSecond: Buffer | null = null): Promise<unknown> {
  await writeFile(join(folder, 'first'), bytes)
  if (ofSecond !== null) await writeFile(join(folder, 'second'), ofSecond)
  return restoreMagazine(service, join(folder, 'first'), {
    private: ofSecond && { path: join(folder, 'second'), passphrase: PASSPHRASE },
    report: () => undefined,
  })
}

/** How many rows there are of anything. */
async function rowsLeft(): Promise<unknown> {
  const tables = [
    'public.articles',
    'public.categories',
    'public.profiles',
    'public.subscribers',
    'public.publish_outbox',
    'auth.users',
    'storage.objects',
    'private.archive_lines',
  ]
  const [left] = await stack.sql<{ left: number }>(
    `select (${tables.map((table) => `(select count(*) from ${table})`).join(' + ')})::int as left`,
  )
  return left?.left
}

test.each(FIRST)('%s: refused with the reason, and nothing is there', async (_, make, reason) => {
  const failed: unknown = await restore(await make()).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(ArchiveError)
  expect(String(failed)).toMatch(reason)
  expect(await rowsLeft()).toBe(0)
})

test.each(SECOND)(
  'second file %s: refused with the reason, and nothing is there',
  async (_, make, reason) => {
    const failed: unknown = await restore(first, await make()).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(ArchiveError)
    expect(String(failed)).toMatch(reason)
    expect(await rowsLeft()).toBe(0)
  },
)

test('a byte that is changed anywhere is noticed', async () => {
  const random = seededRandom(7)
  for (let round = 0; round < 60; round += 1) {
    const at = random.below(first.length)
    await expect(restore(flipped(first, at)), `byte ${at}`).rejects.toThrow()
  }
  expect(await rowsLeft()).toBe(0)
})

test('as it is, it is restored', async () => {
  expect(await restore(first, sealed)).toMatchObject({ files: 2, accounts: 1 })
})
