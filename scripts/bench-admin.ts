/**
 * `npm run bench:admin`: what each screen of the admin weighs when it is opened directly, and how soon lists with 10,000
 * rows (subscribers 50,000) show themselves and answer typing. Uses the data folder of `bench:publish`; the rows it adds
 * are taken away at the end.
 */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type Page } from 'playwright'
import { DEMO_PASSWORD } from '../supabase/seed/people.ts'
import type { Stack } from '../supabase/local/stack.ts'
import { ensureBrowser } from './ensure-browser.ts'

const ROUNDS = 5
const ROWS = 10_000
const SUBSCRIBERS = 50_000
const root = resolve(import.meta.dirname, '..')

/** A list, its rows, what is typed into its search, and what the rows that answer hold. */
interface List {
  path: string
  rows: string
  typed: string
  answers: RegExp
}

const LISTS: readonly List[] = [
  { path: '/admin/articles', rows: 'tbody tr', typed: 'green room, kept', answers: /green room, kept/i },
  { path: '/admin/pages', rows: 'tbody tr', typed: 'bench 4321', answers: /bench 4321/i },
  { path: '/admin/tags', rows: 'tbody tr', typed: 'bench 4321', answers: /bench 4321/i },
  { path: '/admin/media', rows: 'ul[aria-label="Files"] > li', typed: 'bench-4321', answers: /bench-4321/i },
  { path: '/admin/subscribers', rows: 'tbody tr', typed: 'bench-4321', answers: /bench-4321/i },
  {
    path: '/admin/messages',
    rows: 'ul[aria-label="Messages"] > li',
    typed: 'bench 4321',
    answers: /bench 4321/i,
  },
  { path: '/admin/authors', rows: 'tbody tr', typed: 'bench 4321', answers: /bench 4321/i },
  {
    path: '/admin/users',
    rows: 'table[aria-label="All Users"] tbody tr',
    typed: 'bench 4321',
    answers: /bench 4321/i,
  },
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

/** Rows made by the database itself; no trigger runs, so that the publisher has nothing to do with them. */
const FILL: readonly [what: string, fill: string, empty: string][] = [
  [
    'pages',
    `insert into public.pages (title, slug) select 'Bench ' || n, 'bench-' || n from generate_series(1, ${ROWS}) n`,
    `delete from public.pages where slug like 'bench-%'`,
  ],
  [
    'tags',
    `insert into public.tags (name, slug) select 'Bench ' || n, 'bench-' || n from generate_series(1, ${ROWS}) n`,
    `delete from public.tags where slug like 'bench-%'`,
  ],
  [
    'media',
    `insert into public.media (filename, original_filename, mime_type, size_bytes, storage_path)
     select 'bench-' || n || '.pdf', 'bench-' || n || '.pdf', 'application/pdf', n, 'bench/' || n || '.pdf'
     from generate_series(1, ${ROWS}) n`,
    `delete from public.media where storage_path like 'bench/%'`,
  ],
  [
    'subscribers',
    `insert into public.subscribers (email, first_name, source_page, subscribed_at)
     select 'bench-' || n || '@mantel.example', 'Bench', '/', now() - n * interval '17 minutes'
     from generate_series(1, ${SUBSCRIBERS}) n`,
    `delete from public.subscribers where email like 'bench-%'`,
  ],
  [
    'messages',
    `insert into public.contact_messages (name, email, message)
     select 'Bench ' || n, 'bench-' || n || '@mantel.example', 'A question about shelf ' || n
     from generate_series(1, ${ROWS}) n`,
    `delete from public.contact_messages where email like 'bench-%'`,
  ],
  [
    'authors',
    `insert into public.author_profiles (name, slug, email)
     select 'Bench ' || n, 'bench-' || n, 'bench-' || n || '@mantel.example' from generate_series(1, ${ROWS}) n`,
    `delete from public.author_profiles where slug like 'bench-%'`,
  ],
  [
    'accounts',
    `insert into auth.users (id, email) select gen_random_uuid(), 'bench-' || n || '@mantel.example'
     from generate_series(1, ${ROWS}) n`,
    `delete from auth.users where email like 'bench-%'`,
  ],
  [
    'users',
    `insert into public.profiles (id, full_name, email)
     select id, 'Bench ' || substring(email from '[0-9]+'), email from auth.users where email like 'bench-%'`,
    `delete from public.profiles where email like 'bench-%'`,
  ],
]

const dataDir = join(root, '.local/bench-10000')
Object.assign(process.env, {
  DATA_DIR: dataDir,
  DIST_DIR: join(dataDir, 'dist'),
  PORT: '4398',
  SUPABASE_PORT: '54398',
  NODE_ENV: 'production',
})
const seeded = spawnSync(process.execPath, ['scripts/seed.ts', '--articles', String(ROWS)], {
  cwd: root,
  stdio: 'inherit',
})
if (seeded.status !== 0) process.exit(seeded.status ?? 1)

const { runMagazine } = await import('./run-magazine.ts')
const magazine = await runMagazine()
const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
})
try {
  for (const [, , empty] of [...FILL].reverse()) await withoutTriggers(magazine.stack, empty)
  for (const [what, fill] of FILL) {
    console.log(`filling ${what}`)
    await withoutTriggers(magazine.stack, fill)
  }
  await magazine.stack.sql('analyze')
  const storageState = await signIn(browser)
  console.table(await weighScreens(browser, storageState))
  console.table(await timeLists(browser, storageState))
} finally {
  await browser.close()
  for (const [, , empty] of [...FILL].reverse()) await withoutTriggers(magazine.stack, empty)
  await magazine.stop()
}
process.exit(0)

async function withoutTriggers(stack: Stack, statement: string): Promise<void> {
  await stack.sql(`set session_replication_role = replica`)
  await stack.sql(statement)
  await stack.sql(`set session_replication_role = origin`)
}

type StorageState = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>

async function signIn(of: Browser): Promise<StorageState> {
  const page = await of.newPage({ baseURL: magazine.siteUrl })
  await page.goto('/auth')
  await page.getByLabel('Email').fill('admin@mantel.example')
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/admin')
  const state = await page.context().storageState()
  await page.close()
  return state
}

/** KB gzip of script by the time the network is quiet, each screen opened directly with an empty cache. */
async function weighScreens(of: Browser, storageState: StorageState) {
  const rows: Record<string, Record<string, string>> = {}
  for (const path of SCREENS) {
    const context = await of.newContext({
      baseURL: magazine.siteUrl,
      ...(path === '/auth' ? {} : { storageState }),
    })
    const page = await context.newPage()
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) sizes.push(response.body().then((body) => gzipSync(body).length))
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    rows[path] = { 'script, KB gzip': (bytes / 1024).toFixed(1) }
    await context.close()
  }
  return rows
}

/** Medians of some rounds, in milliseconds. */
async function timeLists(of: Browser, storageState: StorageState) {
  const rows: Record<string, Record<string, number>> = {}
  for (const list of LISTS) {
    const rounds: { shown: number; answered: number; keystroke: number }[] = []
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
    rows[list.path] = {
      'link to rows': median(rounds.map(({ shown }) => shown)),
      'last key to answer': median(rounds.map(({ answered }) => answered)),
      'slowest key': median(rounds.map(({ keystroke }) => keystroke)),
    }
  }
  return rows
}

async function timeList(page: Page, { path, rows, typed, answers }: List) {
  await page.goto('/admin')
  const link = page.locator(`aside a[href="${path}"]`)
  // The pointer comes before the press: that is when the screen's code is loaded.
  await link.hover()
  await page.waitForLoadState('networkidle')
  const shown = await untilRows(page, rows, /./, () => link.click())
  const search = page.locator('main').getByRole('searchbox').first()
  await search.click()
  await page.evaluate(() => {
    const longest = { value: 0 }
    Object.assign(window, { longest })
    new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) longest.value = Math.max(longest.value, duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await page.keyboard.type(typed.slice(0, -1), { delay: 60 })
  const answered = await untilRows(page, rows, answers, () => page.keyboard.type(typed.slice(-1)))
  const keystroke = await page.evaluate(() => (Reflect.get(window, 'longest') as { value: number }).value)
  return { shown, answered, keystroke }
}

/** Milliseconds from the act until every row in sight holds `wanted`, as the page itself sees it. */
async function untilRows(
  page: Page,
  selector: string,
  wanted: RegExp,
  act: () => Promise<void>,
): Promise<number> {
  const measured = page.evaluate(
    ([selector, pattern]) =>
      new Promise<number>((done) => {
        const test = new RegExp(pattern, 'i')
        let started = 0
        const start = () => (started ||= performance.now())
        addEventListener('pointerdown', start, { capture: true, once: true })
        addEventListener('keydown', start, { capture: true, once: true })
        const look = () => {
          const rows = [...document.querySelectorAll(selector)]
          const right = rows.length > 0 && rows.every((row) => test.test(row.textContent ?? ''))
          if (started > 0 && right) done(performance.now() - started)
          else requestAnimationFrame(look)
        }
        look()
      }),
    [`main ${selector}`, wanted.source] as const,
  )
  await act()
  return Math.round(await measured)
}

function median(values: number[]): number {
  return Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)
}
