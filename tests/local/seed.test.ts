import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { createAccounts, DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../supabase/seed/people.ts'
import { seedDemo } from '../../supabase/seed/seed-demo.ts'
import { seedSynthetic } from '../../supabase/seed/seed-synthetic.ts'

const PASSWORD = 'lamps-and-chairs-9'

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
  await createAccounts(connect(stack.secretKey), PASSWORD)
  for (const { email } of DEMO_ACCOUNTS) {
    const { error } = await connect(stack.publishableKey).auth.signInWithPassword({
      email,
      password: PASSWORD,
    })
    expect(error, email).toBeNull()
  }
})

test('a magazine of one’s own begins without the demo content, but with all that somebody has made and what that uses', async () => {
  const admin = connect(stack.publishableKey)
  await createAccounts(connect(stack.secretKey), PASSWORD)
  await admin.auth.signInWithPassword({ email: DEMO_ACCOUNTS[0].email, password: PASSWORD })
  const one = async <T>(sql: string) => (await stack.sql<T>(sql))[0] as T
  const demo = await one<{ category_id: string; featured_image: string; tag_id: string; person_id: string }>(
    `select a.category_id, a.featured_image, t.tag_id, p.id as person_id
     from public.articles a join public.article_tags t on t.article_id = a.id join public.author_profiles p on p.profile_id = a.author_id
     where a.featured_image is not null and a.status = 'published' limit 1`,
  )
  const [changed, other] = await stack.sql<{ id: string; version: number }>(
    "select id, version from public.articles where status = 'published' and not hero order by title limit 2",
  )
  const { category_id, featured_image, tag_id, person_id } = demo
  const { id: role_id } = await one<{ id: string }>(
    'select id from public.credit_roles order by position limit 1',
  )
  const save = async (
    p_id: string | null,
    p_version: number | null,
    p_article: object,
    p_tags: string[] | null,
  ) => {
    const { error } = await admin.rpc('save_article', { p_id, p_version, p_article, p_tags })
    expect(error).toBeNull()
  }
  const title = 'Our own'
  const text = { title, slug: 'our-own', content: { html: '<p>Ours.</p>' }, category_id, featured_image }
  await save(null, null, { ...text, credits: [{ person_id, role_id }] }, [tag_id])
  await save(changed?.id ?? '', changed?.version ?? 0, { title: 'Kept, as ours' }, null)
  // Rows of the demo that somebody has made their own, which no story uses.
  const [guest] = await stack.sql<{ id: string }>(
    "select id from public.author_profiles where name = 'Wren Halloran'",
  )
  const renamed = await admin
    .from('author_profiles')
    .update({ name: 'Vera Lind' })
    .eq('id', guest?.id)
    .select('id')
  expect(renamed.data).toHaveLength(1)
  // It was some time after the seed.
  await stack.sql('alter table public.author_profiles disable trigger fill_author_slug')
  await stack.sql(
    `update public.author_profiles set updated_at = now() + interval '2 hours' where id = '${guest?.id ?? ''}'`,
  )
  await stack.sql('alter table public.author_profiles enable trigger fill_author_slug')
  const link = { id: randomUUID(), label: null, to: { kind: 'site', page: 'browse' } }
  const menu = await admin.rpc('save_menu', { p_menu: 'header', p_version: null, p_items: [link] })
  expect(menu.error).toBeNull()
  await admin.from('tags').insert({ name: 'Ours', slug: 'ours' })
  await admin
    .from('site_settings')
    .update({ texts: { copyright: '© Ours' } })
    .neq('version', 0)

  const content = await admin.rpc('get_demo_content')
  const rows = content.data as { kind: string; id: string; is_changed: boolean }[]
  const keep = rows.filter(({ is_changed }) => is_changed).map(({ id }) => id)
  expect(new Set(keep)).toEqual(new Set([changed?.id, guest?.id]))
  const settings = await one<object>('select site_name, tagline, language from public.site_settings')
  const begun = await admin.rpc('begin_magazine', {
    ...{ p_opened: settings, p_settings: { site_name: 'Lehm', tagline: '', language: 'de' } },
    ...{ p_sections: [], p_theme: null, p_keep: keep },
  })
  expect(begun.error).toBeNull()

  const left = (await admin.rpc('get_demo_content')).data as { kind: string; id: string }[]
  const ids = left.map(({ id }) => id)
  for (const used of [...keep, category_id, tag_id, person_id]) expect(ids).toContain(used)
  expect(ids).not.toContain(other?.id)
  const kinds = new Set(left.map(({ kind }) => kind))
  for (const kind of ['subscriber', 'message', 'font', 'template', 'page']) expect(kinds).not.toContain(kind)
  expect(await stack.sql('select title from public.articles order by title')).toEqual([
    { title: 'Kept, as ours' },
    { title: 'Our own' },
  ])
  // What stays names nothing that is gone, and every file of a row is there.
  expect(await stack.sql("select name from public.tags where name = 'Ours'")).toHaveLength(1)
  expect(await one('select texts, social_url, contact_email from public.site_settings')).toEqual({
    texts: { copyright: '© Ours' },
    social_url: null,
    contact_email: null,
  })
  expect(await one('select icon from public.branding')).toEqual({ icon: null })
  expect(await stack.sql('select id, items from public.menus')).toEqual([{ id: 'header', items: [link] }])
  const pictures = await stack.sql<{ storage_path: string }>('select storage_path from public.media')
  expect(pictures.length).toBeGreaterThan(0)
  expect(pictures.length).toBeLessThan(20)
  const files = begun.data as { media: string[] }
  for (const { storage_path } of pictures) expect(files.media).not.toContain(storage_path)
  expect(files.media.length).toBeGreaterThan(100)
  expect(await seed()).toBe(false)
})
