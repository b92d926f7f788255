import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMENT_LIMIT } from '../../src/domain/comment.ts'
import { QUOTE_LIMIT } from '../../src/domain/passage.ts'
import { type Backend, type Caller, draft, insertRow, openBackend, published } from './support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const inReview = () =>
  insertRow(backend, 'articles', draft({ status: 'review', author_id: backend.id.contributor }))

const PASSAGE = { kind: 'passage', quote: 'the hall', prefix: 'Through ', suffix: ' one comes' }

async function start(
  caller: Caller,
  article_id: string,
  body = 'Which street is it?',
  thread: object = PASSAGE,
) {
  const { data, error } = await backend.as[caller].rpc('start_thread', {
    p_thread: { article_id, ...thread },
    p_body: body,
  })
  return { id: String(data), code: error?.code ?? null }
}

const commentsOf = (thread: string) =>
  backend.sql<{ id: string; author_id: string; body: string; mentions: string[] }>(
    'select id, author_id, body, mentions from public.comments where thread_id = $1::uuid order by created_at',
    [thread],
  )

const threadsOn = (article: string) =>
  backend.sql<{ kind: string; body: string; author_id: string }>(
    `select t.kind, c.body, c.author_id from public.comment_threads t join public.comments c on c.thread_id = t.id
     where t.article_id = $1::uuid`,
    [article],
  )

test('a comment is of who wrote it, and mentions the accounts that its text names', async () => {
  const { id: article } = await insertRow(backend, 'articles', draft())
  const { id } = await start(
    'contributor',
    article,
    `<@${backend.id.editor}> and <@${randomUUID()}>, see <@x>`,
  )
  expect(await commentsOf(id)).toMatchObject([
    { author_id: backend.id.contributor, mentions: [backend.id.editor] },
  ])
})

test('a thread and its comment are limited as the forms say', async () => {
  const { id: article } = await insertRow(backend, 'articles', draft())
  const quoteOf = (length: number) => ({ ...PASSAGE, quote: 'x'.repeat(length) })
  expect((await start('editor', article, 'x'.repeat(COMMENT_LIMIT), quoteOf(QUOTE_LIMIT))).code).toBeNull()
  expect((await start('editor', article, 'x'.repeat(COMMENT_LIMIT + 1))).code).toBe('23514')
  expect((await start('editor', article, 'x', quoteOf(QUOTE_LIMIT + 1))).code).toBe('23514')
  expect((await start('editor', article, '  ')).code).toBe('23514')
  expect((await start('editor', article, 'x', { kind: 'passage' })).code).toBe('23514')
  expect((await start('editor', article, 'x', { kind: 'field' })).code).toBe('23514')
  expect(
    await backend.sql('select 1 from public.comment_threads where article_id = $1::uuid', [article]),
  ).toHaveLength(1)
})

test('who resolved a thread, and when, is set by the database', async () => {
  const { id: article } = await insertRow(backend, 'articles', published())
  const { id } = await start('viewer', article)
  const resolve = (caller: Caller, resolved_at: string | null) =>
    backend.as[caller]
      .from('comment_threads')
      .update({ resolved_at })
      .eq('id', id)
      .select('resolved_at, resolved_by')
      .single()
  const { data: resolved } = await resolve('viewer', '2020-01-01T00:00:00Z')
  expect(resolved?.resolved_by).toBe(backend.id.viewer)
  expect(Date.parse(String(resolved?.resolved_at))).toBeGreaterThan(Date.parse('2026-01-01'))
  expect((await resolve('editor', '2021-01-01T00:00:00Z')).data).toEqual(resolved)
  expect((await resolve('editor', null)).data).toEqual({ resolved_at: null, resolved_by: null })
})

test('where a passage stands is changed only by those who may change its text', async () => {
  const { id: article } = await insertRow(backend, 'articles', draft({ author_id: backend.otherId }))
  const { id } = await start('contributor', article)
  const move = (caller: Caller) =>
    backend.as[caller].from('comment_threads').update({ quote: 'the long hall' }).eq('id', id).select('quote')
  expect((await move('contributor')).error?.code).toBe('42501')
  expect((await move('editor')).data).toEqual([{ quote: 'the long hall' }])
})

test('a comment that is edited says so, and names whom it mentions now', async () => {
  const { id: article } = await insertRow(backend, 'articles', draft())
  const { id } = await start('editor', article)
  const { data } = await backend.as.editor
    .from('comments')
    .update({ body: `Ask <@${backend.id.contributor}>` })
    .eq('thread_id', id)
    .select('edited_at, mentions')
  expect(data).toEqual([{ edited_at: expect.any(String) as string, mentions: [backend.id.contributor] }])
})

test('a thread ends with its last comment, and the audit log has what an editor deleted of others', async () => {
  const { id: article } = await insertRow(backend, 'articles', draft())
  const { id } = await start('contributor', article)
  await backend.as.editor.from('comments').insert({ thread_id: id, body: 'Number 9.' })
  const [first, second] = await commentsOf(id)
  await backend.as.editor
    .from('comments')
    .delete()
    .eq('id', first?.id ?? '')
  expect(await commentsOf(id)).toHaveLength(1)
  await backend.as.editor
    .from('comments')
    .delete()
    .eq('id', second?.id ?? '')
  expect(await backend.sql('select 1 from public.comment_threads where id = $1::uuid', [id])).toEqual([])
  expect(
    await backend.sql(`select entity_id, subject, actor_id from public.audit_log where entity = 'comments'`),
  ).toEqual([{ entity_id: first?.id, subject: 'A chair by the window', actor_id: backend.id.editor }])
})

test('comments go with their story, without a word of them in the audit log', async () => {
  const { id: article } = await insertRow(backend, 'articles', draft())
  const { id } = await start('contributor', article)
  await backend.as.super_admin.from('articles').delete().eq('id', article)
  expect(await commentsOf(id)).toEqual([])
  expect(await backend.sql(`select 1 from public.audit_log where entity_id = $1`, [id])).toEqual([])
})

describe('sending back', () => {
  const send = (caller: Caller, p_article: string, p_note: string | null) =>
    backend.as[caller].rpc('send_back', { p_article, p_note })
  const statusOf = async (id: string) =>
    (await backend.sql('select status from public.articles where id = $1::uuid', [id]))[0]

  test('makes a story a draft with the note, or without on purpose', async () => {
    const [noted, silent] = [await inReview(), await inReview()]
    expect((await send('editor', noted.id, 'The end is missing.')).error).toBeNull()
    expect((await send('editor', silent.id, null)).error).toBeNull()
    expect(await statusOf(noted.id)).toEqual({ status: 'draft' })
    expect(await statusOf(silent.id)).toEqual({ status: 'draft' })
    expect(await threadsOn(noted.id)).toEqual([
      { kind: 'sent-back', body: 'The end is missing.', author_id: backend.id.editor },
    ])
    expect(await threadsOn(silent.id)).toEqual([])
  })

  test('changes nothing when the note is refused, or the story does not wait any more', async () => {
    const story = await inReview()
    expect((await send('editor', story.id, 'x'.repeat(COMMENT_LIMIT + 1))).error?.code).toBe('23514')
    expect((await send('contributor', story.id, 'I am no editor.')).error?.code).toBe('42501')
    expect((await send('viewer', story.id, null)).error?.code).toBe('42501')
    expect(await statusOf(story.id)).toEqual({ status: 'review' })
    await send('editor', story.id, null)
    expect((await send('editor', story.id, 'Again.')).error?.code).toBe('PT409')
    expect(await threadsOn(story.id)).toEqual([])
  })

  test('takes a note that writers read also when the story is out, and viewers do not', async () => {
    const story = await inReview()
    await send('editor', story.id, 'The end is missing.')
    await backend.as.editor.from('articles').update({ status: 'published' }).eq('id', story.id)
    const readBy = async (caller: Caller) =>
      (await backend.as[caller].from('comment_threads').select('kind').eq('article_id', story.id)).data
    expect(await readBy('contributor')).toEqual([{ kind: 'sent-back' }])
    expect(await readBy('viewer')).toEqual([])
    const comments = await backend.as.viewer.from('comments').select('body').eq('body', 'The end is missing.')
    expect(comments.data).toEqual([])
  })

  test('with a save keeps the text and the note, or neither', async () => {
    const story = await inReview()
    const save = (p_version: number) =>
      backend.as.editor.rpc('save_article', {
        p_id: story.id,
        p_version,
        p_article: { title: 'Two chairs', status: 'draft' },
        p_note: 'Add the second chair.',
      })
    expect((await save(story.version + 1)).error?.code).toBe('PT409')
    expect(await threadsOn(story.id)).toEqual([])
    expect((await save(story.version)).error).toBeNull()
    expect(await statusOf(story.id)).toEqual({ status: 'draft' })
    expect(await threadsOn(story.id)).toMatchObject([{ kind: 'sent-back', body: 'Add the second chair.' }])
  })
})

test('writers find all colleagues to mention, viewers only those who are in the comments they read', async () => {
  const { id: article } = await insertRow(backend, 'articles', published())
  await start('editor', article, 'One for all.')
  const people = async (caller: Caller, p_article = article) =>
    ((await backend.as[caller].rpc('get_comment_people', { p_article })).data ?? []).map(
      ({ id }: { id: string }) => id,
    )
  expect(await people('viewer')).toEqual([backend.id.editor])
  expect(await people('contributor')).toEqual(
    expect.arrayContaining([backend.id.editor, backend.id.super_admin, backend.otherId]),
  )
  const { id: hidden } = await insertRow(backend, 'articles', draft())
  await start('editor', hidden)
  expect(await people('viewer', hidden)).toEqual([])
})

test('counts the open threads of the stories that the caller reads', async () => {
  const [{ id: article }, { id: hidden }] = [
    await insertRow(backend, 'articles', published()),
    await insertRow(backend, 'articles', draft()),
  ]
  const { id } = await start('editor', article)
  await start('editor', article)
  await start('editor', hidden)
  const count = async (caller: Caller) =>
    (await backend.as[caller].rpc('count_open_threads', { p_articles: [article, hidden] })).data
  expect(await count('viewer')).toEqual([{ article_id: article, threads: 2 }])
  await backend.as.editor.from('comment_threads').update({ resolved_at: '2026-01-01' }).eq('id', id)
  expect(await count('viewer')).toEqual([{ article_id: article, threads: 1 }])
})

test('visitors are refused all of it', async () => {
  const { anon } = backend.as
  const { id: article } = await insertRow(backend, 'articles', published())
  await start('editor', article, 'Nobody outside reads this.')
  const answers = await Promise.all([
    anon.from('comments').select('*'),
    anon.from('comment_threads').select('*'),
    anon.from('articles').select('*, comment_threads(*, comments(*))').eq('id', article),
    anon.from('profiles').select('*, comments(*)'),
    anon.rpc('get_comment_people', { p_article: article }),
    anon.rpc('count_open_threads', { p_articles: [article] }),
    anon.rpc('start_thread', { p_thread: { article_id: article, kind: 'story' }, p_body: 'Hello' }),
    anon.rpc('send_back', { p_article: article, p_note: null }),
  ])
  for (const { error, data } of answers) {
    expect(error).not.toBeNull()
    expect(JSON.stringify(data)).not.toContain('Nobody outside')
  }
})
