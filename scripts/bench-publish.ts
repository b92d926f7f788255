/**
 * `npm run bench:publish`: time from Publish until the new HTML is served, for a new story and for one dated years ago
 * (deep in every list), with the demo content and with 10,000 more stories. Each size runs in its own process and data
 * folder (.local/bench-…, kept for the next run).
 */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { DEMO_PASSWORD } from '../supabase/seed/people.ts'
import { percentile } from './bench-support.ts'

const ROUNDS = 10
const root = resolve(import.meta.dirname, '..')
const size = process.argv[2]

if (size === undefined) {
  for (const articles of ['0', '10000']) {
    const dataDir = join(root, `.local/bench-${articles}`)
    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      DIST_DIR: join(dataDir, 'dist'),
      PORT: '4398',
      SUPABASE_PORT: '54398',
      NODE_ENV: 'production',
    }
    if (articles !== '0') run(['scripts/seed.ts', '--articles', articles], env)
    run(['scripts/bench-publish.ts', articles], env)
  }
} else {
  await measure(Number(size))
}

function run(args: string[], env: NodeJS.ProcessEnv): void {
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

interface Round {
  total: number
  build: number
  pages: number
  timings: Record<string, number>
}

async function measure(articles: number): Promise<void> {
  const { runMagazine } = await import('./run-magazine.ts')
  const magazine = await runMagazine()
  const publisher = await magazine.publisher
  const editor = createClient(magazine.stack.url, magazine.stack.publishableKey, {
    auth: { persistSession: false },
  })
  const account = { email: 'editor@mantel.example', password: DEMO_PASSWORD }
  const { error } = await editor.auth.signInWithPassword(account)
  if (error) throw error
  await removeEarlierStories()
  const { data: category } = await editor
    .from('categories')
    .select('id')
    .eq('name', 'Interior Design')
    .single()
  const { data: author } = await editor.from('profiles').select('id').eq('full_name', 'Ines Abril').single()
  const newest: Round[] = []
  const oldest: Round[] = []
  for (let n = 0; n < ROUNDS; n++) {
    newest.push(await publishOne(n, null))
    oldest.push(await publishOne(n, new Date(Date.UTC(2020, 0, n + 1)).toISOString()))
  }
  await magazine.stop()
  print(articles, 'new stories', newest)
  print(articles, 'stories dated 2020', oldest)
  process.exit(0)

  /** Deletes stories of earlier runs: they are so alike that each new one would change the related stories of all. */
  async function removeEarlierStories(): Promise<void> {
    const service = createClient(magazine.stack.url, magazine.stack.secretKey)
    const { error: refused } = await service.from('articles').delete().like('slug', 'bench-%')
    if (refused) throw refused
    publisher.wake()
    await publisher.idle()
  }

  /** Publishes a story with the date `date`, or now when null. */
  async function publishOne(n: number, date: string | null): Promise<Round> {
    const slug = `bench-${Date.now()}-${n}`
    const { data: draft, error: refused } = await editor.rpc('save_article', {
      p_id: null,
      p_version: null,
      p_article: {
        title: `A shelf measured ${n} times`,
        slug,
        excerpt: 'It was level every time.',
        content: { html: '<h2>The first time</h2><p>It was <strong>level</strong>.</p>' },
        category_id: category?.id,
        author_id: author?.id,
      },
      p_tags: [],
    })
    if (refused) throw refused
    const started = performance.now()
    const { error: unpublished } = await editor.rpc('save_article', {
      p_id: draft.id,
      p_version: draft.version,
      p_article: { status: 'published', published_at: date },
    })
    if (unpublished) throw unpublished
    while (
      !(await served(`/article/${slug}`, 'It was level every time.')) ||
      (date === null && !(await served('/', slug)))
    ) {
      await new Promise((done) => setTimeout(done, 5))
    }
    if (date !== null) await publisher.idle()
    const total = performance.now() - started
    await publisher.idle()
    const { data: build } = await editor
      .from('builds')
      .select('*')
      .eq('status', 'live')
      .order('id', { ascending: false })
      .limit(1)
      .single()
    return { total, build: build.duration_ms, pages: build.pages_rendered, timings: build.timings }
  }

  async function served(path: string, text: string): Promise<boolean> {
    const response = await fetch(magazine.siteUrl + path)
    return response.ok && (await response.text()).includes(text)
  }
}

function print(articles: number, what: string, rounds: Round[]): void {
  const median = (values: number[]) => percentile(values, 0.5)
  const steps = [...new Set(rounds.flatMap((round) => Object.keys(round.timings)))]
  console.log(
    `\n${articles === 0 ? 'demo content' : `demo content and ${articles} stories`}, ${rounds.length} ${what}, median`,
  )
  console.table({
    'Publish to served, ms': Math.round(median(rounds.map((round) => round.total))),
    'slowest, ms': Math.round(Math.max(...rounds.map((round) => round.total))),
    'of it the build, ms': median(rounds.map((round) => round.build)),
    'pages rendered': median(rounds.map((round) => round.pages)),
    ...Object.fromEntries(
      steps.map((step) => [`  ${step}, ms`, median(rounds.map((round) => round.timings[step] ?? 0))]),
    ),
  })
}
