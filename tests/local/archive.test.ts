import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openFile } from '../../src/archive/byte-source.ts'
import { exportMagazine } from '../../src/archive/export.ts'
import { restoreMagazine } from '../../src/archive/restore.ts'
import { openSealed } from '../../src/archive/sealed.ts'
import { readTar } from '../../src/archive/tar.ts'
import { type Extra, EXTRAS } from '../../src/domain/newsroom/exports.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, signedIn, startTestStack } from '../support/database/test-stack.ts'
import {
  addLetter,
  addSubscribers,
  claimMails,
  frozenLetter,
  pagesAreOut,
  setSender,
  statesOf,
} from '../support/letters/letters.ts'
import { randomCases } from '../support/long-run.ts'
import { emptyMagazine, fillMagazine, randomMagazine } from '../support/random-magazine.ts'
import { seededRandom } from '../support/random.ts'

const PASSPHRASE = 'a chair by the window'

let stack: Stack
let service: SupabaseClient
let folder: string
beforeAll(async () => {
  stack = await startTestStack()
  service = client(stack, stack.secretKey)
  folder = await mkdtemp(join(tmpdir(), 'archive-'))
})
afterAll(async () => {
  await stack.stop()
  await rm(folder, { recursive: true })
})
beforeEach(() => emptyMagazine(stack))

const report = () => undefined

interface Files {
  path: string
  sealed: string
}

/** Exports into two files, `<name>.tar` and `<name>.sealed`. */
async function exportAs(
  name: string,
  extras: readonly Extra[] = EXTRAS,
): Promise<Files & { rows: Record<string, number> }> {
  const path = join(folder, `${name}.tar`)
  const sealed = join(folder, `${name}.sealed`)
  const { rows } = await exportMagazine(service, createWriteStream(path), {
    ...{ with: extras, report, folder },
    private: { output: createWriteStream(sealed), passphrase: PASSPHRASE },
  })
  return { path, sealed, rows }
}

const restoreBoth = ({ path, sealed }: Files) =>
  restoreMagazine(service, path, { private: { path: sealed, passphrase: PASSPHRASE }, report })

/** What is in a sealed file. */
async function unsealed(path: string): Promise<Buffer> {
  const source = await openSealed(await openFile(path, path), PASSPHRASE)
  try {
    return await source.read(0, source.size)
  } finally {
    await source.close()
  }
}

/** The rows of a table in an archive. */
async function linesIn(path: string, table: string): Promise<Record<string, unknown>[]> {
  const source = await openFile(path, path)
  try {
    for await (const { name, start, size } of readTar(source))
      if (name === `tables/${table}.jsonl`)
        return (await source.read(start, size))
          .toString()
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Record<string, unknown>)
    return []
  } finally {
    await source.close()
  }
}

async function storePicture(path: string, background: string): Promise<void> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .webp()
    .toBuffer()
  const { error } = await service.storage
    .from('media')
    .upload(path, bytes, { contentType: 'image/webp', upsert: true })
  if (error) throw error
}

async function count(table: string): Promise<number> {
  const [row] = await stack.sql<{ count: number }>(`select count(*)::int as count from ${table}`)
  return row?.count ?? 0
}

test('a random magazine that is exported, restored and exported again makes the same bytes', async () => {
  for (let seed = 1; seed <= randomCases(200, 40); seed += 1) {
    await fillMagazine(stack, randomMagazine(seededRandom(seed)))
    await storePicture('u/one.webp', '#a64')
    // No line tells them from the database's null.
    await stack.sql(
      `update public.articles set content = 'null' where id = (select min(id::text)::uuid from public.articles)`,
    )
    const before = await exportAs('before')
    expect(Object.keys(before.rows).filter((table) => before.rows[table] === 0)).toEqual([])
    const bytes = await readFile(before.path)
    await emptyMagazine(stack)
    await restoreBoth(before)
    const after = await exportAs('after')
    expect(bytes.equals(await readFile(after.path)), `seed ${seed}`).toBe(true)
    // It has the digest of the first file's manifest.
    expect((await unsealed(before.sealed)).equals(await unsealed(after.sealed)), `seed ${seed}`).toBe(true)
    await emptyMagazine(stack)
  }
})

test('what is made of rows is there after a restore: the search, the names of files, what is due', async () => {
  const { id } = await signedIn(stack, 'super_admin')
  await storePicture('u/hall.webp', '#46a')
  await stack.sql(`insert into public.media (filename, original_filename, mime_type, size_bytes, storage_path, usable_until)
    values ('a', 'a', 'image/webp', 1, 'u/hall.webp', now() + interval '1 year')`)
  await stack.sql(
    `insert into public.articles (title, slug, status, published_at, author_id, featured_image, content) values
     ('Out', 'out', 'published', now() - interval '1 day', $1::uuid, $2, '{"html": "<p>A wardrobe</p>"}'),
     ('Later', 'later', 'published', now() + interval '1 day', $1::uuid, null, '{}'), ('Draft', 'draft', 'draft', null, $1::uuid, null, '{}')`,
    [id, `${stack.url}/storage/v1/object/public/media/u/hall.webp`],
  )
  const derived = () =>
    Promise.all(
      [
        'select word, stems from private.search_words order by 1',
        'select article_id, head_text, head::text, words::text, people, language from private.story_words order by 1',
        'select table_name, row_id, address, stem, public_from from private.media_references order by 2, 3',
      ].map((query) => stack.sql(query)),
    )
  const waiting = () =>
    stack.sql(
      `select entity, entity_id, due_at > now() as later from public.publish_outbox where entity in ('articles', 'media') order by 1, 2, 3`,
    )
  const [before, waitingBefore] = [await derived(), await waiting()]
  const files = await exportAs('derived')
  await emptyMagazine(stack)
  const mails = stack.mails().length
  await restoreBoth(files)
  expect(await derived()).toEqual(before)
  expect(await waiting()).toEqual(waitingBefore)
  const found = await client(stack).rpc('find_stories', { p_text: 'wardrobes' })
  expect(JSON.stringify(found.data)).toContain('out')
  // Nobody is told.
  expect([await count('public.notifications'), await count('private.mails'), stack.mails().length]).toEqual([
    0,
    0,
    mails,
  ])
  const { data } = await service.from('articles').insert({ title: 'New', slug: 'new' }).select('id')
  expect(data).toHaveLength(1)
})

test('no address of a person is in the first file, and all are in the second', async () => {
  const canary = (place: string) => `${place}.canary@people.example`
  for (const role of ['super_admin', 'contributor', 'viewer'] as const)
    await signedIn(stack, role, canary(role))
  await stack.sql('update public.profiles set full_name = null where role = $1::public.app_role', ['viewer'])
  await service.from('author_profiles').insert({ name: 'A', slug: 'a', email: canary('author') })
  await service.from('subscribers').insert({ email: canary('subscriber') })
  await service
    .from('contact_messages')
    .insert({ name: 'A', email: canary('message'), message: canary('text') })
  await stack.sql(
    `insert into public.imports (id, source, format, file_name, report)
    values (gen_random_uuid(), 'a', 'ghost', 'members.csv', jsonb_build_object('refused', $1::text))`,
    [canary('report')],
  )
  await stack.sql(
    `insert into private.imported_rows (import_id, row_table, row_key, columns, before, sent, stored)
    select id, 'subscribers', 'a', '{email}', jsonb_build_object('email', $1::text), '', '' from public.imports`,
    [canary('before')],
  )
  await stack.sql(
    `insert into private.mails (id, kind, subscriber_id, sign_up)
    select gen_random_uuid(), 'confirm', id, jsonb_build_object('first_name', $1::text) from public.subscribers`,
    [canary('mail')],
  )
  const { path, sealed } = await exportAs('canaries')
  const addresses = (bytes: Buffer) => new Set(bytes.toString('latin1').match(/\w+\.canary@/g))
  expect([...addresses(await readFile(path))]).toEqual([])
  expect([...addresses(await readFile(sealed))]).toEqual([])
  expect([...addresses(await unsealed(sealed))].toSorted()).toEqual(
    [
      'author',
      'before',
      'contributor',
      'message',
      'report',
      'subscriber',
      'super_admin',
      'text',
      'viewer',
    ].map((place) => `${place}.canary@`),
  )
  // The log of who made which account has them, too.
  expect((await unsealed(sealed)).toString()).toContain('account-created')
  const plain = exportMagazine(service, createWriteStream(join(folder, 'no.tar')), {
    with: ['audit-log'],
    report,
    folder,
  })
  await expect(plain).rejects.toThrow('second file only')
})

test('secrets are in neither file', async () => {
  const secret = 'hush-hush'
  await signedIn(stack, 'super_admin')
  await service.from('deploy_settings').insert({ deploy_hook_url: `https://host.example/${secret}` })
  const { path, sealed } = await exportAs('secrets')
  const both = Buffer.concat([await readFile(path), await unsealed(sealed)]).toString('latin1')
  expect(both).not.toContain(secret)
  // Hashes of passwords.
  expect(both).not.toMatch(/\$2[aby]\$/)
  await stack.sql('delete from public.deploy_settings')
})

test('an export is one state of the database while others write', async () => {
  const before: number[] = []
  // Each write changes two tables at once: what they say is equal at any moment.
  await stack.sql(`insert into public.tags (name, slug) values ('0', 'counter')`)
  await stack.sql(`insert into public.categories (name, slug) values ('0', 'counter')`)
  let written = 0
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      written += 1
      await stack.sql(
        `with t as (update public.tags set name = $1 where slug = 'counter') update public.categories set name = $1 where slug = 'counter'`,
        [String(written)],
      )
    }
  })()
  for (let round = 0; round < 5; round += 1) {
    const { path } = await exportAs(`round-${round}`, [])
    const [[tag], [category]] = [await linesIn(path, 'tags'), await linesIn(path, 'categories')]
    expect(tag?.name).toBe(category?.name)
    before.push(Number(tag?.name))
  }
  isOver = true
  await writing
  expect(before).toEqual(before.toSorted((a, b) => a - b))
  expect(before.at(-1)).toBeGreaterThan(before[0] ?? 0)
  expect(await count('private.archive_lines')).toBe(0)
})

test('accounts come back with their roles and without passwords', async () => {
  const { id } = await signedIn(stack, 'super_admin', 'boss@people.example')
  await service.from('articles').insert({ title: 'A', slug: 'a', author_id: id })
  const files = await exportAs('accounts')
  await emptyMagazine(stack)
  expect(await restoreBoth(files)).toMatchObject({ accounts: 1 })
  const [account] = await stack.sql(`select u.id, u.email, u.encrypted_password, p.role, p.email as shown
    from auth.users u join public.profiles p on p.id = u.id`)
  expect(account).toEqual({
    id,
    email: 'boss@people.example',
    encrypted_password: null,
    role: 'super_admin',
    shown: 'boss@people.example',
  })
  const [offered] = await stack.sql<{ token: string | null }>('select public.offer_first_account() as token')
  expect(offered?.token).toBeNull()
})

test('without the second file names and roles come back, and a first account is offered', async () => {
  const { id } = await signedIn(stack, 'super_admin', 'boss@people.example')
  await service.from('articles').insert({ title: 'A', slug: 'a', author_id: id })
  const { path } = await exportAs('first-only')
  await emptyMagazine(stack)
  expect(await restoreMagazine(service, path, { private: null, report })).toMatchObject({ accounts: 0 })
  expect(
    await stack.sql(
      'select p.full_name, p.role, p.email from public.profiles p join public.articles a on a.author_id = p.id',
    ),
  ).toEqual([{ full_name: 'The super_admin', role: 'super_admin', email: null }])
  const [offered] = await stack.sql<{ token: string | null }>('select public.offer_first_account() as token')
  expect(offered?.token).toEqual(expect.any(String))
  // And its first file is the same again.
  expect((await readFile(path)).equals(await readFile((await exportAs('first-again')).path))).toBe(true)
})

test.each([
  ['a story', `insert into public.articles (title, slug) values ('A', 'a')`, '1 in articles'],
  ['a page', `insert into public.pages (title, slug, content) values ('A', 'a', '{}')`, '1 in pages'],
  [
    'an account',
    `insert into auth.users (id, email) values (gen_random_uuid(), 'a@people.example')`,
    '1 in profiles',
  ],
  ['a subscriber', `insert into public.subscribers (email) values ('a@people.example')`, '1 in subscribers'],
  [
    'a stored file',
    `insert into storage.objects (id, bucket_id, name) values (gen_random_uuid(), 'media', 'x/y.webp')`,
    'stored files',
  ],
])('a magazine with %s is not restored into, and stays', async (_, making, named) => {
  const files = await exportAs('empty')
  await stack.sql(making)
  await expect(restoreBoth(files)).rejects.toThrow(
    `The magazine is not empty: ${named === 'stored files' ? '1 stored files' : named}`,
  )
  expect(await count('private.archive_lines')).toBe(0)
  expect(
    (await count('public.articles')) +
      (await count('public.pages')) +
      (await count('auth.users')) +
      (await count('public.subscribers')) +
      (await count('storage.objects')),
  ).toBe(1)
})

test('a restore that was killed before its rows goes on when it is run again', async () => {
  await signedIn(stack, 'editor', 'e@people.example')
  await storePicture('u/one.webp', '#a64')
  const files = await exportAs('killed')
  const bytes = await readFile(files.path)
  await emptyMagazine(stack)
  // What is there when the process ends: some lines, accounts and files.
  const cut = new Proxy(service, {
    get: (target, key) => {
      if (key === 'rpc')
        return (name: string, values: object) =>
          ['finish_restore', 'end_archive'].includes(name)
            ? Promise.reject(new Error('killed'))
            : target.rpc(name, values)
      if (key === 'auth')
        return {
          admin: {
            createUser: target.auth.admin.createUser.bind(target.auth.admin),
            deleteUser: () => Promise.reject(new Error('killed')),
          },
        }
      return Reflect.get(target, key) as unknown
    },
  })
  const killed = restoreMagazine(cut, files.path, {
    private: { path: files.sealed, passphrase: PASSPHRASE },
    report,
  })
  await expect(killed).rejects.toThrow('killed')
  expect([await count('auth.users'), await count('public.articles')]).toEqual([1, 0])
  await restoreBoth(files)
  expect(bytes.equals(await readFile((await exportAs('killed-again')).path))).toBe(true)
})

test('a file that the storage has lost is named, and the rest is exported', async () => {
  await storePicture('u/one.webp', '#a64')
  await stack.sql(`insert into storage.objects (id, bucket_id, name, metadata) values (gen_random_uuid(), 'media', 'u/lost.webp',
    '{"mimetype": "image/webp", "size": 3, "eTag": "\\"a\\"", "cacheControl": "max-age=1", "lastModified": "2026-01-01T00:00:00Z"}')`)
  const outcome = await exportMagazine(service, createWriteStream(join(folder, 'lost.tar')), {
    with: [],
    report,
    folder,
  })
  expect(outcome).toMatchObject({ files: 1, missing: ['media/u/lost.webp'] })
})

test('an export that cannot be written says so, and leaves nothing behind', async () => {
  const full = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })),
  })
  await expect(exportMagazine(service, full, { with: [], report, folder })).rejects.toThrow('ENOSPC')
  expect(await count('private.archive_lines')).toBe(0)
})

test('a restored magazine sends no letter: what was on its way waits for a person', async () => {
  await setSender(stack)
  await addSubscribers(stack, 3)
  const sending = await frozenLetter(stack)
  const scheduled = await addLetter(stack)
  await stack.sql('select public.schedule_letter($1::uuid, 1, null)', [scheduled])
  const files = await exportAs('letters')
  await emptyMagazine(stack)
  await restoreBoth(files)
  await pagesAreOut(stack)
  const letters = await stack.sql('select status, hold from public.letters order by status')
  expect(letters).toEqual([
    { status: 'scheduled', hold: 'restored' },
    { status: 'sending', hold: 'restored' },
  ])
  expect((await service.rpc('due_letters')).data).toEqual({ due: [], next_ms: null, is_sending: false })
  expect(await claimMails(stack)).toEqual({ wait_ms: null })
  expect(await statesOf(stack, sending)).toEqual({ queued: 3 })
  await stack.sql('select public.resume_letter($1::uuid)', [sending])
  expect((await claimMails(stack)).mails).toHaveLength(3)
})
