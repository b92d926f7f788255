/**
 * `npm run bench:admin`: script of each screen and how long it takes to open at the first and the second visit, and
 * response times of lists with 10,000 rows (subscribers 50,000). Its demo magazine (.local/bench-admin) is kept for the
 * next run; the rows are inserted after the site is built and deleted at the end.
 */
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright'
import { readLocalEnv } from '../../src/backend/env/env.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { createReport } from '../local-content.ts'
import { type StorageState, launchBrowser, median, signIn } from './support.ts'

const ROUNDS = 3
const ROWS = 10_000
const SUBSCRIBERS = 50_000
/** The line of a visit: 10 Mbit/s, and milliseconds until an answer begins. */
const LINE = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 }
const dataDir = resolve(import.meta.dirname, '../..', '.local/bench-admin')

/** A list screen: path, selector of its rows, and a search term that all resulting rows contain. */
interface List {
  path: string
  rows: string
  typed: string
}

const LISTS: readonly List[] = [
  { path: '/admin/articles', rows: 'tbody tr', typed: 'bench 4321' },
  { path: '/admin/pages', rows: 'tbody tr', typed: 'bench 4321' },
  { path: '/admin/tags', rows: 'tbody tr', typed: 'bench 4321' },
  { path: '/admin/media', rows: 'ul[aria-label="Files"] > li', typed: 'bench-4321' },
  { path: '/admin/subscribers', rows: 'tbody tr', typed: 'bench-4321' },
  { path: '/admin/messages', rows: 'ul[aria-label="Messages"] > li', typed: 'bench 4321' },
  { path: '/admin/authors', rows: 'tbody tr', typed: 'bench 4321' },
  { path: '/admin/users', rows: 'table[aria-label="All Users"] tbody tr', typed: 'bench 4321' },
]

const SCREENS = [
  '/auth',
  '/admin',
  ...LISTS.map(({ path }) => path),
  '/admin/categories',
  '/admin/fonts',
  '/admin/styles',
  '/admin/templates',
  '/admin/analytics',
  '/admin/settings',
  '/admin/articles/new',
]

const FILL = `
  insert into public.articles (title, slug, content, excerpt, status, featured_image, read_time, category_id, author_id,
    published_at, created_at, updated_at)
  select 'Bench ' || n || ': ' || d.title, 'bench-' || n, d.content, d.excerpt, s.status, d.featured_image, d.read_time,
    d.category_id, d.author_id, case s.status when 'published' then s.at end, s.at, s.at
  from generate_series(1, ${ROWS}) n
  join (
    select a.*, row_number() over (order by a.slug) - 1 as place, count(*) over () as many
    from public.articles a where a.status = 'published'
  ) d on d.place = n % d.many
  cross join lateral (select now() - n * interval '53 minutes' as at,
    case n % 10 when 0 then 'draft' when 1 then 'review' when 2 then 'archived' else 'published' end as status) s;

  insert into public.pages (title, slug) select 'Bench ' || n, 'bench-' || n from generate_series(1, ${ROWS}) n;
  insert into public.tags (name, slug) select 'Bench ' || n, 'bench-' || n from generate_series(1, ${ROWS}) n;

  insert into public.article_tags (article_id, tag_id)
  select a.id, t.id from public.articles a
  cross join lateral (select substring(a.slug from '[0-9]+')::integer as n) s
  join public.tags t on t.slug in ('bench-' || s.n, 'bench-' || s.n % 100 + 1, 'bench-' || s.n * 7 % ${ROWS} + 1)
  where a.slug like 'bench-%';

  insert into public.media (filename, original_filename, mime_type, size_bytes, storage_path)
  select 'bench-' || n || '.pdf', 'bench-' || n || '.pdf', 'application/pdf', n, 'bench/' || n || '.pdf'
  from generate_series(1, ${ROWS}) n;

  insert into public.subscribers (email, first_name, source_page, subscribed_at)
  select 'bench-' || n || '@mantel.example', 'Bench', '/', now() - n * interval '17 minutes'
  from generate_series(1, ${SUBSCRIBERS}) n;

  insert into public.contact_messages (name, email, message)
  select 'Bench ' || n, 'bench-' || n || '@mantel.example', 'A question about shelf ' || n
  from generate_series(1, ${ROWS}) n;

  insert into public.author_profiles (name, slug, email)
  select 'Bench ' || n, 'bench-' || n, 'bench-' || n || '@mantel.example' from generate_series(1, ${ROWS}) n;

  insert into auth.users (id, email)
  select gen_random_uuid(), 'bench-' || n || '@mantel.example' from generate_series(1, ${ROWS}) n;

  insert into public.profiles (id, full_name, email)
  select id, 'Bench ' || substring(email from '[0-9]+'), email from auth.users where email like 'bench-%';`

const EMPTY = `
  delete from public.article_tags where article_id in (select id from public.articles where slug like 'bench-%');
  delete from public.articles where slug like 'bench-%';
  delete from public.pages where slug like 'bench-%';
  delete from public.tags where slug like 'bench-%';
  delete from public.media where storage_path like 'bench/%';
  delete from public.subscribers where email like 'bench-%';
  delete from public.contact_messages where email like 'bench-%';
  delete from public.author_profiles where slug like 'bench-%';
  delete from auth.users where email like 'bench-%';
  delete from public.profiles where email like 'bench-%';`

Object.assign(process.env, {
  DATA_DIR: dataDir,
  DIST_DIR: join(dataDir, 'dist'),
  PORT: '4396',
  SUPABASE_PORT: '54396',
  NODE_ENV: 'production',
})
const report = createReport()

// An interrupted run leaves its rows, and building 10,000 stories takes a minute.
const env = readLocalEnv()
const before = await startStack({ port: env.supabasePort, dataDir: env.dataDir, siteUrl: env.siteUrl })
await withoutTriggers(before, EMPTY)
await before.stop()

const { runMagazine } = await import('../run-magazine.ts')
const magazine = await runMagazine()
const browser = await launchBrowser()
try {
  const storageState = await signIn(browser, magazine.siteUrl)
  report('weighing the screens')
  console.table(await weighScreens(browser, storageState))
  report('filling the lists')
  await withoutTriggers(magazine.stack, FILL)
  await magazine.stack.sql('analyze')
  console.table(await timeLists(browser, storageState))
} finally {
  await browser.close()
  report('deleting the rows')
  await withoutTriggers(magazine.stack, EMPTY)
  await magazine.stop()
}
process.exit(0)

/** Runs statements without triggers, so that the publisher is not involved. */
async function withoutTriggers(stack: Pick<Stack, 'sql'>, statements: string): Promise<void> {
  await stack.sql(`do $do$ begin
    perform set_config('session_replication_role', 'replica', true);
    ${statements}
  end $do$`)
}

/** Of each screen opened directly: the script that it loads, and the time of two visits with the same cache. */
async function weighScreens(of: Browser, storageState: StorageState) {
  const rows: Record<string, Record<string, number | string>> = {}
  for (const path of SCREENS) {
    const rounds: { files: number; bytes: number; first: number; second: number }[] = []
    for (let n = 0; n < ROUNDS; n++) {
      const context = await of.newContext({
        baseURL: magazine.siteUrl,
        ...(path === '/auth' ? {} : { storageState }),
      })
      const { ms: first, scripts } = await visit(context, path)
      const { ms: second } = await visit(context, path)
      rounds.push({
        files: scripts.length,
        bytes: scripts.reduce((sum, size) => sum + size, 0),
        first,
        second,
      })
      await context.close()
    }
    rows[path] = {
      'script files': median(rounds.map(({ files }) => files)),
      'script, KB gzip': (median(rounds.map(({ bytes }) => bytes)) / 1024).toFixed(1),
      'first visit, ms': median(rounds.map(({ first }) => first)),
      'second visit, ms': median(rounds.map(({ second }) => second)),
    }
  }
  return rows
}

/** Opens a screen over `LINE`: milliseconds until its heading shows, and the sizes of its scripts in bytes gzip. */
async function visit(context: BrowserContext, path: string): Promise<{ ms: number; scripts: number[] }> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  const started = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('h1').first().waitFor()
  const ms = performance.now() - started
  await page.waitForLoadState('networkidle')
  const scripts = await Promise.all(sizes)
  await page.close()
  return { ms, scripts }
}

/** Medians in milliseconds. `last key to answer` includes the search's debounce of 250 ms. */
async function timeLists(of: Browser, storageState: StorageState) {
  const rows: Record<string, Record<string, number>> = {}
  for (const list of LISTS) {
    const rounds: Awaited<ReturnType<typeof timeList>>[] = []
    for (let n = 0; n < ROUNDS; n++) {
      const context = await of.newContext({
        baseURL: magazine.siteUrl,
        storageState,
        viewport: { width: 1440, height: 900 },
      })
      const page = await context.newPage()
      rounds.push(await timeList(page, list))
      await context.close()
    }
    const row = {
      'link to rows': median(rounds.map(({ shown }) => shown)),
      'last key to answer': median(rounds.map(({ answered }) => answered)),
      'slowest key to paint': median(rounds.map(({ keystroke }) => keystroke)),
      'longest block while typing': median(rounds.map(({ block }) => block)),
    }
    report(`${list.path}: rows after ${row['link to rows']} ms`)
    rows[list.path] = row
  }
  return rows
}

async function timeList(page: Page, { path, rows, typed }: List) {
  await page.goto('/admin')
  const link = page.locator(`aside nav a[href="${path}"]`)
  // As with a mouse: the screen's code is preloaded on hover.
  await link.hover()
  await page.waitForLoadState('networkidle')
  const shown = await untilRows(page, rows, '', () => link.click())
  const search = page.locator('main').getByRole('searchbox').first()
  await search.click()
  await page.evaluate(() => {
    const longest = { event: 0, longtask: 0 }
    Object.assign(window, { longest })
    for (const type of ['event', 'longtask'] as const) {
      new PerformanceObserver((entries) => {
        for (const { duration } of entries.getEntries()) longest[type] = Math.max(longest[type], duration)
      }).observe({ type, durationThreshold: 16 } as PerformanceObserverInit)
    }
  })
  await page.keyboard.type(typed.slice(0, -1), { delay: 60 })
  const answered = await untilRows(page, rows, typed, () => page.keyboard.type(typed.slice(-1)))
  const longest = await page.evaluate(
    () => Reflect.get(window, 'longest') as { event: number; longtask: number },
  )
  return { shown, answered, keystroke: longest.event, block: longest.longtask }
}

/** Milliseconds from the first pointerdown or keydown of `act` until all rows contain `wanted`, measured in the page. */
async function untilRows(
  page: Page,
  selector: string,
  wanted: string,
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate(
    ([selector, wanted]) => {
      const measured = new Promise<number>((done, fail) => {
        setTimeout(() => fail(new Error(`No rows with “${wanted}” at ${location.href}`)), 20_000)
        let started = 0
        const start = () => (started ||= performance.now())
        addEventListener('pointerdown', start, { capture: true, once: true })
        addEventListener('keydown', start, { capture: true, once: true })
        const look = () => {
          const rows = [...document.querySelectorAll(selector)]
          const right =
            rows.length > 0 && rows.every((row) => row.textContent?.toLowerCase().includes(wanted))
          if (started > 0 && right) done(performance.now() - started)
          else requestAnimationFrame(look)
        }
        look()
      })
      Object.assign(window, { measured })
    },
    [`main ${selector}`, wanted] as const,
  )
  await act()
  return Math.round(await page.evaluate(() => Reflect.get(window, 'measured') as Promise<number>))
}
