/**
 * `npm run bench:search [count]`: response times (median, 95th percentile) of the search requests of /browse and the
 * header, and of what the admin counts, with 10,000 stories on a PostgreSQL server, which is created for each run.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { publicClient } from '../../src/backend/client.ts'
import { type BrowseParams, DEFAULT_PARAMS } from '../../src/site/lists/browse-params.ts'
import {
  type SearchResults,
  findStories,
  findTitles,
  searchStories,
} from '../../src/site/islands/search/story-search.ts'
import { startStack } from '../../supabase/local/stack.ts'
import { DEMO_PASSWORD } from '../../supabase/seed/people.ts'
import { seedDemo } from '../../supabase/seed/seed-demo.ts'
import { seedSynthetic } from '../../supabase/seed/seed-synthetic.ts'
import { startPostgres } from '../../tests/support/database/postgres.ts'
import { must } from '../../tests/support/publisher/small-magazine.ts'
import { percentile } from './support.ts'

const ROUNDS = 40
const count = Number(process.argv[2] ?? 10_000)
const report = (line: string): void => console.log(line)

const postgres = await startPostgres()
const dataDir = await mkdtemp(join(tmpdir(), 'mantel-bench-'))
const stack = await startStack({
  port: 0,
  dataDir,
  siteUrl: 'http://localhost:4321',
  databaseUrl: postgres.url,
})
try {
  const target = { supabaseUrl: stack.url, secretKey: stack.secretKey, onProgress: report }
  await seedDemo(target)
  await seedSynthetic({ ...target, count, emptyOutbox: true })
  // Autovacuum would do it some minutes after this number of inserts.
  await stack.sql('vacuum analyze')
  console.table(await measureAll())
} finally {
  await stack.stop()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(0)

async function measureAll(): Promise<Record<string, Record<string, number>>> {
  const client = publicClient(stack.url, stack.publishableKey)
  const { signal } = new AbortController()
  const browse = (question: Partial<BrowseParams>) => async () =>
    countFound(await findStories(client, { ...DEFAULT_PARAMS, ...question }, signal))
  const header = (text: string) => async () => countFound(await searchStories(client, text, signal))
  const titles = (text: string) => async () => (await findTitles(client, text, signal)).length

  const [commonest = '', second = '', third = ''] = await commonestWords()
  const admin = await adminRequests()
  const requests: Record<string, () => Promise<number>> = {
    ...admin,
    'browse: no filter': browse({}),
    'browse: text': browse({ search: 'kitchen' }),
    'browse: common text': browse({ search: 'the' }),
    'browse: rare text': browse({ search: 'forgives everyone' }),
    'browse: no such text': browse({ search: 'zeppelin hangar' }),
    'browse: the commonest word': browse({ search: commonest }),
    'browse: the two commonest words': browse({ search: `${second} ${commonest}` }),
    'browse: three, one with a wrong letter': browse({ search: `${third} ${commonest} ${second}q` }),
    'browse: the commonest word and no such word': browse({ search: `${commonest} zeppelin qwertz` }),
    'browse: words of a body': browse({ search: 'sleeping bag coats' }),
    'browse: a wrong letter': browse({ search: 'kichen' }),
    'browse: two letters': browse({ search: 'qu' }),
    'browse: one letter': browse({ search: 'e' }),
    'browse: signs': browse({ search: '%_"\\,(' }),
    'browse: category': browse({ category: 'Small Spaces' }),
    'browse: author': browse({ author: 'Ines Abril' }),
    'browse: short reads': browse({ readTime: 'short' }),
    'browse: medium reads': browse({ readTime: 'medium' }),
    'browse: long reads': browse({ readTime: 'long' }),
    'browse: everything at once': browse({
      search: 'the',
      category: 'Small Spaces',
      author: 'Ines Abril',
      readTime: 'short',
      sort: 'title',
    }),
    'browse: oldest': browse({ sort: 'oldest' }),
    'browse: title A-Z': browse({ sort: 'title' }),
    'browse: read time': browse({ sort: 'read-time' }),
    'browse: text, by title': browse({ search: 'kitchen', sort: 'title' }),
    'browse: page 400': browse({ page: 400 }),
    'browse: page 400, by title': browse({ sort: 'title', page: 400 }),
    'browse: a page too far': browse({ page: 5000 }),
    'suggestions: text': titles('kitchen'),
    'suggestions: two letters': titles('qu'),
    'suggestions: no such text': titles('zeppelin hangar'),
    'header: text': header('kitchen'),
    'header: common text': header('the'),
    'header: rare text': header('forgives everyone'),
    'header: one letter': header('e'),
    'header: the commonest word': header(commonest),
    'header: the two commonest words': header(`${second} ${commonest}`),
    'header: a wrong letter': header('kichen'),
    'suggestions: the two commonest words': titles(`${second} ${commonest}`),
  }
  report(`The commonest words: ${commonest}, ${second}, ${third}`)
  const table: Record<string, Record<string, number>> = {}
  for (const [name, send] of Object.entries(requests)) table[name] = await measure(send)
  return table
}

/** The words that most stories have, except stop words such as 'the'. */
async function commonestWords(): Promise<string[]> {
  const rows = await stack.sql<{ word: string }>(
    `select word from ts_stat('select words from private.story_words limit 1000') order by ndoc desc, word limit 3`,
  )
  return rows.map(({ word }) => word)
}

/** As a super admin: what the lists of tags and categories count, and where a picture is used. */
async function adminRequests(): Promise<Record<string, () => Promise<number>>> {
  const client = createClient(stack.url, stack.publishableKey, { auth: { persistSession: false } })
  const [email, password] = ['admin@mantel.example', DEMO_PASSWORD]
  await must(client.auth.signInWithPassword({ email, password }))
  const ids = async (table: string) => {
    const { data } = await client.from(table).select('id').order('created_at').limit(25)
    return (data ?? []).map(({ id }) => String(id))
  }
  const [tags, categories, pictures] = await Promise.all(['tags', 'categories', 'media'].map(ids))
  const call = (name: string, values: object) => async () => {
    const { data, error } = await client.rpc(name, values)
    if (error !== null) throw new Error(error.message)
    return (data as unknown[]).length
  }
  return {
    'admin: articles of 25 tags': call('count_articles', { p_groups: tags }),
    'admin: articles of the categories': call('count_articles', { p_groups: categories }),
    'admin: uses of a picture': call('media_usage', { p_media: pictures?.[0] }),
  }
}

function countFound({ total, close }: SearchResults<unknown>): number {
  return total + (close?.total ?? 0)
}

async function measure(send: () => Promise<number>): Promise<Record<string, number>> {
  const found = await send()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    await send()
    times.push(performance.now() - started)
  }
  const at = (share: number) => Math.round(percentile(times, share) * 10) / 10
  return { found, 'median, ms': at(0.5), 'p95, ms': at(0.95) }
}
