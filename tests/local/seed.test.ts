import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { createAccounts, DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../supabase/seed/people.ts'
import { seedDemo } from '../../supabase/seed/seed-demo.ts'
import { seedSynthetic } from '../../supabase/seed/seed-synthetic.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl: 'http://localhost:4321' })
})
afterAll(() => stack.stop())

const connect = (key: string) => createClient(stack.url, key, { auth: { persistSession: false } })

function seed(onProgress: (line: string) => void = () => {}): Promise<boolean> {
  return seedDemo({ supabaseUrl: stack.url, secretKey: stack.secretKey, onProgress })
}

async function count(table: string): Promise<number> {
  const [row] = await stack.sql<{ count: number }>(`select count(*)::int as count from public.${table}`)
  return row?.count ?? 0
}

test('an interrupted seed is completed by the next run, once', async () => {
  const cutShort = seed((line) => {
    if (line.includes('stories')) throw new Error('The power went')
  })
  await expect(cutShort).rejects.toThrow('The power went')
  expect(await seed()).toBe(true)
  expect(await seed()).toBe(false)
  expect(await count('profiles')).toBe(16)
  expect(await count('author_profiles')).toBe(16)
  expect(await count('categories')).toBe(24)
  expect(await count('subscribers')).toBe(200)
  expect(await count('articles')).toBe(64)
  expect([await count('article_templates'), await count('article_template_tags')]).toEqual([4, 4])
  // Three runs over the whole demo content.
})

test('readers see published stories with their pictures, and no others', async () => {
  const { data } = await connect(stack.publishableKey)
    .from('articles')
    .select('hero, status, featured_image, published_at, author_id, category_id')
  const stories = data ?? []
  expect(stories.length).toBeGreaterThan(50)
  expect(stories.filter(({ hero }) => hero)).toHaveLength(1)
  expect(stories.filter(({ status }) => status !== 'published')).toEqual([])
  expect(stories.filter(({ author_id, category_id }) => author_id === null || category_id === null)).toEqual(
    [],
  )
  const picture = await fetch(new URL(String(stories[0]?.featured_image), stack.url))
  expect(picture.headers.get('content-type')).toBe('image/webp')
  const paths = await stack.sql(
    `select 1 from public.articles a where not exists (
       select 1 from public.media m where a.featured_image like '%/' || m.storage_path)`,
  )
  expect(paths).toEqual([])
})

test.each(DEMO_ACCOUNTS)('$email signs in as $role', async ({ email, role, name }) => {
  const client = connect(stack.publishableKey)
  const { data, error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD })
  expect(error).toBeNull()
  const profile = await client
    .from('profiles')
    .select('full_name, role, name_confirmed')
    .eq('id', data.user?.id)
    .single()
  expect(profile.data).toEqual({ full_name: name, role, name_confirmed: true })
})

test('missing synthetic stories are added', async () => {
  const fill = (many: number) =>
    seedSynthetic({
      supabaseUrl: stack.url,
      secretKey: stack.secretKey,
      count: many,
      emptyOutbox: true,
      onProgress: () => {},
    })
  await fill(30)
  expect(await count('articles')).toBe(94)
  await fill(50)
  await fill(50)
  expect(await count('articles')).toBe(114)
  const [waiting] = await stack.sql<{ due: number }>(
    'select count(*)::int as due from public.publish_outbox where processed_at is null and due_at <= now()',
  )
  expect(waiting?.due).toBe(0)
})

test('after a run that was cut off the demo accounts have the password of the next one', async () => {
  const password = 'lamps-and-chairs-9'
  await createAccounts(connect(stack.secretKey), password)
  for (const { email } of DEMO_ACCOUNTS) {
    const { error } = await connect(stack.publishableKey).auth.signInWithPassword({ email, password })
    expect(error, email).toBeNull()
  }
})
