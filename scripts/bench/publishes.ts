/** Publishes of every kind on a running magazine, for scale.ts. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import type { Keys } from '../../supabase/local/keys.ts'
import { DEMO_PASSWORD } from '../../supabase/seed/people.ts'
import { median } from './support.ts'

/** Publishes of each kind. */
const ROUNDS = 20
const POLL_MS = 4
/** Between questions that the database answers in place of the publisher. */
const SELDOM_MS = 25
const SERVED_TIMEOUT_MS = 600_000

interface Round {
  /** Until the story and the home page, or the first page of the change, are served. */
  first: number
  /** Until all pages are. */
  all: number
  pages: number
  timings: Record<string, number>
}

interface Change {
  save: PromiseLike<{ error: Error | { message: string } | null }>
  /** What has to be served, by path; null: nothing at that address. */
  served: Record<string, string | null>
}

/**
 * A row for each kind of publish: medians, the slowest, pages rendered and where the time of the build went.
 * `longRounds`: publishes that change a large part of the site, two or more.
 */
export async function measurePublishes(
  siteUrl: string,
  supabaseUrl: string,
  { publishableKey, secretKey }: Keys,
  longRounds: number,
) {
  const service = createClient(supabaseUrl, secretKey, { auth: { persistSession: false } })
  const editor = createClient(supabaseUrl, publishableKey, { auth: { persistSession: false } })
  const account = { email: 'editor@mantel.example', password: DEMO_PASSWORD }
  const { error } = await editor.auth.signInWithPassword(account)
  if (error !== null) throw error
  await must(service.from('articles').delete().like('slug', 'bench-%'))
  await published(0)

  const category = await one(service, 'categories', 'name', 'Interior Design')
  const author = await one(service, 'profiles', 'full_name', 'Ines Abril')
  const rows: Record<string, Record<string, number | string>> = {}
  const sameStory = await newStory('for-changes')
  await publish({
    save: setStatus(sameStory.id, 'published'),
    served: { [`/article/${sameStory.slug}`]: 'level' },
  })

  await measure('a body', ROUNDS, (n) => ({
    save: editor
      .from('articles')
      .update({ content: { html: `<p>Body ${n}.</p>` } })
      .eq('id', sameStory.id),
    served: { [`/article/${sameStory.slug}`]: `Body ${n}.` },
  }))
  await measure('a title', ROUNDS, (n) => ({
    save: editor
      .from('articles')
      .update({ title: `A shelf titled ${n} times` })
      .eq('id', sameStory.id),
    served: { [`/article/${sameStory.slug}`]: `titled ${n} times`, '/': `titled ${n} times` },
  }))
  await measure('a new story', ROUNDS, async (n) => {
    const { id, slug } = await newStory(`new-${n}`)
    return { save: setStatus(id, 'published'), served: { [`/article/${slug}`]: 'level', '/': slug } }
  })
  await measure('one dated ten years ago', ROUNDS, async (n) => {
    const { id, slug } = await newStory(`old-${n}`)
    const published_at = new Date(Date.UTC(2016, 0, n + 1)).toISOString()
    return {
      save: editor.from('articles').update({ status: 'published', published_at }).eq('id', id),
      served: { [`/article/${slug}`]: 'level' },
    }
  })
  await measure('an unpublish', ROUNDS, (n) => {
    const slug = `bench-old-${n}`
    return {
      save: editor.from('articles').update({ status: 'draft' }).eq('slug', slug),
      served: { [`/article/${slug}`]: null },
    }
  })
  await measure('an author renamed', longRounds, (n) => ({
    save: service
      .from('author_profiles')
      .update({ name: n === longRounds - 1 ? 'Ines Abril' : `Ines Abril ${n}` })
      .eq('profile_id', author),
    served: {},
  }))
  await measure('a category renamed', longRounds, (n) => ({
    save: service
      .from('categories')
      .update({ name: n === longRounds - 1 ? 'Interior Design' : `Interior Design ${n}` })
      .eq('id', category),
    served: {},
  }))
  return rows

  async function newStory(name: string): Promise<{ id: string; slug: string }> {
    const slug = `bench-${name}`
    const row = {
      slug,
      title: `A shelf measured for ${name}`,
      excerpt: 'It was level every time.',
      content: { html: '<h2>The first time</h2><p>It was <strong>level</strong>.</p>' },
      category_id: category,
      author_id: author,
      status: 'draft',
    }
    const { data, error: refused } = await service.from('articles').insert(row).select('id, slug').single()
    if (refused !== null) throw new Error(refused.message)
    return data
  }

  function setStatus(id: string, status: string): Change['save'] {
    return editor.from('articles').update({ status }).eq('id', id)
  }

  async function measure(
    what: string,
    rounds: number,
    change: (n: number) => Change | Promise<Change>,
  ): Promise<void> {
    const results: Round[] = []
    for (let n = 0; n < rounds; n++) results.push(await publish(await change(n)))
    const steps = [...new Set(results.flatMap(({ timings }) => Object.keys(timings)))]
    rows[what] = {
      'served, ms': median(results.map(({ first }) => first)),
      'slowest, ms': Math.round(Math.max(...results.map(({ first }) => first))),
      'all pages, ms': median(results.map(({ all }) => all)),
      pages: median(results.map(({ pages }) => pages)),
      ...Object.fromEntries(
        steps.map((step) => [step, median(results.map(({ timings }) => timings[step] ?? 0))]),
      ),
    }
  }

  async function publish({ save, served }: Change): Promise<Round> {
    const before = await lastBuild()
    const started = performance.now()
    await must(save)
    for (const [path, text] of Object.entries(served)) {
      while (!(await shows(siteUrl, path, text))) {
        if (performance.now() - started > SERVED_TIMEOUT_MS) throw new Error(`${path} does not show ${text}`)
        await sleep(POLL_MS)
      }
    }
    const first = performance.now() - started
    const build = await published(before)
    return { first, all: performance.now() - started, pages: build.pages_rendered, timings: build.timings }
  }

  async function lastBuild(): Promise<number> {
    const { data } = await service.from('builds').select('id').order('id', { ascending: false }).limit(1)
    return (data as { id: number }[])[0]?.id ?? 0
  }

  /** Waits until all is published. Resolves with the last build, when there is one after `before`. */
  async function published(
    before: number,
  ): Promise<{ pages_rendered: number; timings: Record<string, number> }> {
    for (;;) {
      await untilPublished(service)
      const { data } = await service
        .from('builds')
        .select('*')
        .eq('status', 'live')
        .order('id', { ascending: false })
        .limit(1)
      const [build] = data as { id: number; pages_rendered: number; timings: Record<string, number> }[]
      if (build !== undefined && (before === 0 || build.id > before)) return build
      await sleep(SELDOM_MS)
    }
  }
}

/** Resolves when nothing that is due waits for a build. */
export async function untilPublished(service: SupabaseClient): Promise<void> {
  for (;;) {
    const { count } = await service
      .from('publish_outbox')
      .select('*', { count: 'exact', head: true })
      .is('processed_at', null)
      .lte('due_at', new Date().toISOString())
    if (count === 0) return
    await sleep(SELDOM_MS)
  }
}

/** Whether the site shows `text` at a path; null: whether there is nothing. */
export async function shows(siteUrl: string, path: string, text: string | null): Promise<boolean> {
  const response = await fetch(siteUrl + path)
  const body = await response.text()
  return text === null ? response.status === 404 : response.ok && body.includes(text)
}

async function must(call: Change['save']): Promise<void> {
  const { error } = await call
  if (error !== null) throw new Error(error.message)
}

async function one(client: SupabaseClient, table: string, column: string, value: string): Promise<string> {
  const { data, error } = await client.from(table).select('id').eq(column, value).single()
  if (error !== null) throw new Error(error.message)
  return data.id
}
