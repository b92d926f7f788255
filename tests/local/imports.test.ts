import { randomInt } from 'node:crypto'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dryRun } from '../../src/import/dry-run.ts'
import { FORMATS, formatOf } from '../../src/import/formats.ts'
import { importedId } from '../../src/import/imported-id.ts'
import { readMagazine } from '../../src/import/plan/magazine.ts'
import { Plan } from '../../src/import/plan/plan.ts'
import { type Outcome, digestOf, runImport, undoImport } from '../../src/import/run-import.ts'
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
})

async function planOf(path: string): Promise<{ stage: Stage; plan: Plan; from: typeof service }> {
  const read = await FORMATS[await formatOf(path)]()
  const stage = new Stage()
  await stage.fill(read(path, { now: NOW, zone: 'UTC', language: 'en' }))
  return { stage, plan: new Plan(stage, await readMagazine(service), 'file'), from: service }
}

async function importFile(name: string, through: SupabaseClient = service): Promise<Outcome> {
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
        report: () => undefined,
      },
      pictures: {
        ...{ folder: null, allowsPrivateAddresses: true, readBeside: () => Promise.resolve(null) },
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
        - case when '${table}' = 'slug_redirects' then 'id' else '' end)::text as row from public.${table} t order by 1`,
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
  const made = Object.fromEntries(Object.entries(first.tables).map(([table, counts]) => [table, counts.made]))
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
    await expect(importFile(name, dying(randomInt(1, 5)))).rejects.toThrow('killed')
    await importFile(name)
    expect(await content()).toEqual(whole)
  }
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

test('undoing an import leaves the magazine as it was', async () => {
  const before = await content()
  await importFile('ghost-html-and-lexical.json')
  expect(await content()).not.toEqual(before)
  const [row] = await stack.sql<{ id: string }>('select id from public.imports')
  expect((await undoImport(service, row?.id ?? '')).kept).toBe(0)
  expect(await content()).toEqual(before)
})
