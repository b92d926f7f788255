import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, addPerson, draft, openBackend, published, insertRow } from '../support/backend.ts'

/** Part of every text that a visitor must not read. */
const SECRET = 'hush-hush'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
  const author = await addPerson(backend)
  await backend.sql('update public.profiles set email = $1 where id = $2::uuid', [
    `${SECRET}@mantel.example`,
    author,
  ])
  await insertRow(backend, 'articles', published({ author_id: author, slug: 'out' }))
  const tag = await insertRow(backend, 'tags', { name: 'chairs', slug: 'chairs' })
  const category = await insertRow(backend, 'categories', { name: 'Kitchens', slug: 'kitchens' })
  for (const state of [
    {},
    { status: 'review' },
    { status: 'archived' },
    { status: 'published', published_at: '2099-01-01' },
    { status: 'published', deleted_at: '2026-01-01' },
  ]) {
    const hidden = await insertRow(
      backend,
      'articles',
      draft({
        title: SECRET,
        content: { html: SECRET },
        author_id: author,
        category_id: category.id,
        ...state,
      }),
    )
    await insertRow(backend, 'article_tags', { article_id: hidden.id, tag_id: tag.id })
    await insertRow(backend, 'article_working_copies', {
      article_id: hidden.id,
      data: { title: SECRET },
      base_version: 1,
    })
    await backend.sql(
      `insert into public.slug_redirects (kind, old_slug, article_id) values ('article', $1, $2::uuid)`,
      [`${SECRET}-${hidden.id}`, hidden.id],
    )
  }
  await insertRow(backend, 'pages', { title: SECRET, slug: 'hidden' })
  await insertRow(backend, 'subscribers', { email: `${SECRET}@example.com`, first_name: SECRET })
  await insertRow(backend, 'contact_messages', {
    name: SECRET,
    email: `${SECRET}@example.com`,
    message: SECRET,
  })
  await insertRow(backend, 'deploy_settings', { deploy_hook_url: `https://host.example/${SECRET}` })
  await insertRow(backend, 'media', {
    filename: 'hall.webp',
    original_filename: `${SECRET}.webp`,
    mime_type: 'image/webp',
    size_bytes: 1,
    storage_path: 'x/hall.webp',
    uploaded_by: author,
  })
  await insertRow(backend, 'fonts', {
    font_name: 'Serif',
    font_file_path: '/fonts/serif.woff2',
    uploaded_by: author,
  })
})
afterAll(() => backend.close())

async function ask(path: string, init: RequestInit = {}, headers: Record<string, string> = {}) {
  const response = await fetch(`${backend.url}/rest/v1/${path}`, {
    ...init,
    headers: {
      apikey: backend.publishableKey,
      'content-type': 'application/json',
      prefer: 'count=exact',
      ...headers,
    },
  })
  return {
    status: response.status,
    range: response.headers.get('content-range'),
    body: await response.text(),
  }
}

describe('a visitor is refused', () => {
  test.each([
    'profiles',
    'profiles?select=email',
    'profiles?select=id,role',
    'profiles?select=id&email=like.*',
    `profiles?select=id&email=eq.${SECRET}@mantel.example`,
    'profiles?select=id&role=eq.super_admin',
    'profiles?select=id&or=(email.like.h*,full_name.is.null)',
    'profiles?select=id&email=not.is.null',
    'profiles?select=id&order=email',
    'profiles?select=id&order=created_at.desc',
    'articles?select=title,author:profiles!articles_author_id_fkey(*)',
    'articles?select=title,author:profiles!articles_author_id_fkey(full_name,email)',
    'articles?select=title,author:profiles!articles_author_id_fkey!inner(id)&author.email=like.h*',
    'articles?select=title,author:profiles!articles_author_id_fkey(id)&order=author(email)',
    'articles?select=title,article_revisions(id)',
    'articles?select=title,article_working_copies(data)',
    'articles?select=title,article_working_copies!inner(article_id)',
    'profiles?select=id,author_profiles(email)',
    'author_profiles',
    'author_profiles?select=id&email=like.*',
    'media?select=*',
    'media?select=id,original_filename',
    'media?select=id,uploaded_by',
    'media?select=id&uploaded_by=not.is.null',
    'media?select=id&order=original_filename',
    'media?select=id,profiles(full_name)',
    'fonts?select=uploaded_by',
    'subscribers',
    'subscribers?select=id',
    'subscribers?select=email&limit=1',
    `subscribers?select=id&email=eq.${SECRET}@example.com`,
    'contact_messages?select=id',
    'article_revisions?select=id',
    'article_working_copies?select=article_id',
    'publish_outbox?select=id',
    'builds?select=id',
    'deploy_settings?select=id',
    'rpc/current_role_name',
    'rpc/can_write_article?p_article=00000000-0000-4000-8000-000000000000',
    'rpc/get_publish_state?p_article=00000000-0000-4000-8000-000000000000',
  ])('%s', async (path) => {
    const { body, range } = await ask(path)
    expect(body).toContain('42501')
    expect(body).not.toContain(SECRET)
    expect(range).toBeNull()
  })

  test.each([
    ['another schema', 'rate_limits', { 'accept-profile': 'private' }],
    ['the accounts', 'users?select=email', { 'accept-profile': 'auth' }],
    ['the stored files', 'objects', { 'accept-profile': 'storage' }],
    ['a table there is not', 'rate_limits', {}],
  ])('%s', async (_, path, headers) => {
    const { status, body } = await ask(path, {}, headers)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body).not.toContain(SECRET)
  })
})

describe('a visitor reads only what is published', () => {
  test.each([
    ['articles?select=*', 1],
    ['articles?select=id&status=neq.published', 0],
    [`articles?select=id&title=ilike.*${SECRET}*`, 0],
    ['articles?select=id&deleted_at=not.is.null', 0],
    ['articles?select=id&published_at=gt.2090-01-01', 0],
    ['articles?select=id&order=version.desc', 1],
    ['categories?select=name,articles(id,title,excerpt,status)', 1],
    ['categories?select=name,articles!inner(id)', 0],
    ['tags?select=name,article_tags(article_id)', 1],
    ['tags?select=name,articles!inner(id)', 0],
    ['article_tags?select=*', 0],
    ['slug_redirects?select=*', 0],
    ['pages?select=*', 0],
    ['profiles?select=id,full_name', 1],
    ['profiles?select=id,articles(title)', 1],
    ['media?select=id,filename', 0],
  ])('%s: %i', async (path, count) => {
    const { status, body, range } = await ask(path)
    expect(status, body).toBeLessThan(300)
    expect(body).not.toContain(SECRET)
    expect(range?.split('/')[1]).toBe(String(count))
  })

  test('in other formats, too', async () => {
    for (const accept of [
      'text/csv',
      'application/vnd.pgrst.object+json',
      'application/vnd.pgrst.plan+json',
    ]) {
      expect((await ask('articles?select=title,content', {}, { accept })).body).not.toContain(SECRET)
    }
  })

  test('in the results of functions', async () => {
    for (const name of ['get_public_author_profiles', 'get_author_names']) {
      const { status, body } = await ask(`rpc/${name}`)
      expect(status).toBe(200)
      expect(body).not.toContain(SECRET)
    }
    const names = await ask('rpc/get_author_names?select=id&order=full_name')
    expect(JSON.parse(names.body)).toHaveLength(1)
  })
})

test('a visitor changes nothing', async () => {
  const patches = {
    'articles?status=eq.draft': { title: 'Mine' },
    'profiles?role=eq.viewer': { full_name: 'Mine' },
    'subscribers?first_name=like.h*': { first_name: 'Mine' },
    'pages?status=eq.draft': { title: 'Mine' },
  }
  for (const [path, patch] of Object.entries(patches)) {
    for (const method of ['PATCH', 'DELETE']) {
      const { body } = await ask(
        path,
        { method, ...(method === 'PATCH' ? { body: JSON.stringify(patch) } : {}) },
        { prefer: 'return=representation' },
      )
      expect(body, `${method} ${path}`).toContain('42501')
      expect(body).not.toContain(SECRET)
    }
  }
})

test('a viewer reads no more than a visitor', async () => {
  const as = backend.as.viewer
  const answers = [
    await as
      .from('articles')
      .select(
        '*, author:profiles!articles_author_id_fkey(*), article_revisions(id), article_working_copies(*)',
      ),
    await as
      .from('articles')
      .select('id, author:profiles!articles_author_id_fkey!inner(id)')
      .like('author.email', '%'),
    await as.from('profiles').select('*').like('email', '%'),
    await as.from('profiles').select('id').order('email'),
    await as.from('author_profiles').select('*'),
    await as.from('subscribers').select('*'),
    await as.from('contact_messages').select('*'),
    await as.from('pages').select('*'),
    await as.from('slug_redirects').select('*'),
    await as.from('deploy_settings').select('id, hook_host'),
    await as.rpc('get_author_names'),
    await as.rpc('get_public_author_profiles'),
  ]
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
  expect(JSON.stringify(answers)).not.toContain(SECRET)
})

test('a contributor reads drafts, but no email addresses', async () => {
  const as = backend.as.contributor
  const drafts = await as
    .from('articles')
    .select('title, author:profiles!articles_author_id_fkey(full_name, email)')
    .eq('title', SECRET)
  expect(drafts.data?.length).toBe(4)
  expect(JSON.stringify(drafts.data)).not.toContain('mantel.example')
  for (const table of ['subscribers', 'contact_messages']) {
    expect((await as.from(table).select('*')).data).toEqual([])
  }
})
