import { randomInt } from 'node:crypto'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultChoices, sameChoices } from '../../src/import/choices.ts'
import { dryRun } from '../../src/import/dry-run.ts'
import { FORMATS, formatOf } from '../../src/import/formats.ts'
import { importedId } from '../../src/import/imported-id.ts'
import { readMagazine } from '../../src/import/plan/magazine.ts'
import { Plan } from '../../src/import/plan/plan.ts'
import { type Outcome, choicesSchema, importReportSchema } from '../../src/domain/newsroom/import-report.ts'
import { digestOf, earlierChoices, runImport, undoImport } from '../../src/import/run-import.ts'
import { Stage } from '../../src/import/stage.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, startTestStack } from '../support/database/test-stack.ts'

const EXPORTS = join(import.meta.dirname, '..', 'fixtures', 'exports')
const NOW = new Date('2026-11-30T12:00:00Z')

const TABLES = [
  'sections',
  'categories',
  'tags',
  'author_profiles',
  'media',
  'pages',
  'articles',
  'article_tags',
  'menus',
  'site_settings',
  'slug_redirects',
  'subscribers',
]

let stack: Stack
let service: SupabaseClient
/** The old site: every picture is there. */
let site: Server
let picture: Buffer

beforeAll(async () => {
  stack = await startTestStack()
  service = client(stack, stack.secretKey)
  picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a64' } })
    .jpeg()
    .toBuffer()
  site = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(picture))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  site.close()
  await stack.stop()
})

beforeEach(async () => {
  for (const table of ['imports', ...TABLES.toReversed()]) await stack.sql(`delete from public.${table}`)
  await stack.sql('insert into public.site_settings default values')
})

async function planOf(path: string): Promise<{ stage: Stage; plan: Plan; from: typeof service }> {
  const read = await FORMATS[await formatOf(path)]()
  const stage = new Stage()
  await stage.fill(read(path, { now: NOW, zone: 'UTC', language: 'en' }))
  const magazine = await readMagazine(service)
  const proposed = defaultChoices(stage, magazine, 'file')
  const earlier = await earlierChoices(service, stage.source('file'))
  const choices = earlier === null ? proposed : sameChoices(earlier, proposed, magazine)
  return { stage, plan: new Plan(stage, magazine, 'file', choices), from: service }
}

interface Conditions {
  through?: SupabaseClient
  /** How many rows or pictures are written before it is stopped. */
  stopsAfter?: number
}

async function importFile(
  name: string,
  { through = service, stopsAfter = Infinity }: Conditions = {},
): Promise<Outcome> {
  const stop = new AbortController()
  const path = join(EXPORTS, name)
  const { stage, plan } = await planOf(path)
  const { port } = site.address() as AddressInfo
  try {
    return await runImport({
      ...{
        service: through,
        plan,
        magazine: await readMagazine(service),
        format: 'test',
        signal: stop.signal,
        onProgress: ({ done }) => void (done >= stopsAfter && stop.abort(new Error('stopped'))),
        dryRun: dryRun(plan, stage),
      },
      pictures: {
        ...{ folder: null, zip: null, allowsPrivateAddresses: true, readBeside: () => Promise.resolve(null) },
        absolute: (address) => `http://127.0.0.1:${port}/${encodeURIComponent(address)}`,
      },
      file: { name, digest: await digestOf(path) },
    })
  } finally {
    stage.close()
  }
}

/** All rows of what imports write, without times and numbers that the database gives. */
async function content(): Promise<Record<string, string[]>> {
  const entries = TABLES.map(async (table) => {
    const rows = await stack.sql<{ row: string }>(
      `select (to_jsonb(t) - '{created_at,updated_at,modified_at,subscribed_at,unsubscribed_at}'::text[]
        - case '${table}' when 'slug_redirects' then array['id'] when 'site_settings' then array['version'] else '{}' end)::text as row from public.${table} t order by 1`,
    )
    return [table, rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

const FILES = [
  'wp-co-authors-plus.xml',
  'wp-yoast-meta.xml',
  'wp-feature-image-captions.xml',
  'ghost-2.1-mobiledoc-theme-unit-test.json',
  'ghost-html-and-lexical.json',
  'ghost-members.csv',
  'substack',
  'hugo',
  'jekyll',
  'astro',
  'wordpress/small-magazine.xml',
]

test.each(FILES)('%s: all of the plan is taken, and a second import changes nothing', async (name) => {
  const { stage, plan } = await planOf(join(EXPORTS, name))
  const { rows } = dryRun(plan, stage)
  stage.close()
  const first = await importFile(name)
  expect(first.refused).toEqual([])
  const made = Object.fromEntries(
    Object.entries(first.tables).map(([table, counts]) => [table, counts.made + counts.changed]),
  )
  const { pictures = 0, ...planned } = rows
  expect(made).toEqual({ ...planned, ...(pictures > 0 ? { media: pictures } : {}) })
  const before = await content()
  const again = await importFile(name)
  expect(again.refused).toEqual([])
  for (const { made: more, changed, kept } of Object.values(again.tables))
    expect({ more, changed, kept }).toEqual({ more: 0, changed: 0, kept: 0 })
  expect(await content()).toEqual(before)
})

/** A client whose requests fail for good from one of them on, as those of a killed process. */
function dying(after: number): SupabaseClient {
  let left = after
  const dead = (): boolean => (left -= 1) < 0
  const fail = () => Promise.reject(new Error('killed'))
  return new Proxy(service, {
    get: (target, name) => {
      if (name === 'rpc')
        return (...args: Parameters<typeof service.rpc>) => (dead() ? fail() : target.rpc(...args))
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

test('an import that is killed at any moment and run again is the same as one that was not', async () => {
  const name = 'ghost-2.1-mobiledoc-theme-unit-test.json'
  await importFile(name)
  const whole = await content()
  const id = importedId(await sourceOf(name), 'import', await digestOf(join(EXPORTS, name)))
  for (let kill = 0; kill < 4; kill += 1) {
    await undoImport(service, id)
    await expect(importFile(name, { through: dying(randomInt(1, 5)) })).rejects.toThrow('killed')
    await importFile(name)
    expect(await content()).toEqual(whole)
  }
})

test('an import that is stopped between batches and run again is the same as one that was not', async () => {
  const name = 'ghost-2.1-mobiledoc-theme-unit-test.json'
  await importFile(name)
  const whole = await content()
  const id = importedId(await sourceOf(name), 'import', await digestOf(join(EXPORTS, name)))
  await undoImport(service, id)
  await expect(importFile(name, { stopsAfter: 50 })).rejects.toThrow('stopped')
  expect(await content()).not.toEqual(whole)
  await importFile(name)
  expect(await content()).toEqual(whole)
})

async function sourceOf(name: string): Promise<string> {
  const { stage, plan } = await planOf(join(EXPORTS, name))
  stage.close()
  return plan.source
}

describe('what was not public', () => {
  test.each(['ghost/private-kinds.json', 'substack'])('of %s, readers find no word', async (name) => {
    await importFile(name)
    const visitor = client(stack)
    const shown = JSON.stringify(
      await Promise.all([
        ...['articles', 'pages', 'tags', 'categories', 'slug_redirects', 'media'].map(
          async (table) => (await visitor.from(table).select()).data,
        ),
        (await visitor.rpc('find_stories', { search: 'canary' })).data,
      ]),
    )
    expect(shown.replaceAll('canaryopen', '')).not.toMatch(/canary/i)
    const [{ hidden } = { hidden: 0 }] = await stack.sql<{ hidden: number }>(
      `select count(*)::int as hidden from public.articles where content::text ~* 'canary'`,
    )
    expect(hidden).toBeGreaterThan(2)
  })
})

test('what an import was to do, and what became of it, is kept with it', async () => {
  const outcome = await importFile('wordpress/small-magazine.xml')
  const [row] = await stack.sql<{ report: unknown; choices: unknown }>(
    'select report, choices from public.imports',
  )
  const report = importReportSchema.parse(row?.report)
  expect(report.outcome).toEqual(outcome)
  const isTaken = ({ state }: { state: string }) => state !== 'left out'
  expect(report.dryRun.texts.filter(isTaken)).toHaveLength(
    (outcome.tables.articles?.made ?? 0) + (outcome.tables.pages?.made ?? 0),
  )
  expect(choicesSchema.parse(row?.choices)).toMatchObject({ menus: true, settings: true })
})

test('the same site again goes on with what was chosen', async () => {
  const name = 'wordpress/small-magazine.xml'
  await importFile(name)
  const { stage, plan } = await planOf(join(EXPORTS, name))
  stage.close()
  expect(plan.choices).toMatchObject({ menus: true, settings: true })
})

test('undoing an import leaves the magazine as it was', async () => {
  const before = await content()
  await importFile('ghost-html-and-lexical.json')
  expect(await content()).not.toEqual(before)
  const [row] = await stack.sql<{ id: string }>('select id from public.imports')
  const files = await stack.sql<{ path: string }>(
    'select unnest(array[storage_path, thumbnail_path]) as path from public.media',
  )
  expect(files).not.toEqual([])
  expect((await undoImport(service, row?.id ?? '')).kept).toBe(0)
  expect(await content()).toEqual(before)
  const left = await stack.sql('select name from storage.objects where name = any ($1)', [
    files.map(({ path }) => path),
  ])
  expect(left).toEqual([])
})
