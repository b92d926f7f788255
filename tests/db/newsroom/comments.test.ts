import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMENT_LIMIT } from '../../../src/domain/newsroom/comment.ts'
import { QUOTE_LIMIT } from '../../../src/domain/story/passage.ts'
import {
  type Backend,
  type Caller,
  addPerson,
  draft,
  insertRow,
  openBackend,
  published,
} from '../support/backend.ts'

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

/** A story that is out, with the viewer as a guest in its comments. */
async function withGuest(): Promise<string> {
  const { id } = await insertRow(backend, 'articles', published())
  await invite('editor', id, backend.id.viewer)
  return id
}

const invite = async (caller: Caller, article_id: string, profile_id: string) =>
  (await backend.as[caller].from('comment_guests').insert({ article_id, profile_id })).error?.code ?? null

const readBy = async (caller: Caller, article: string) => {
  const { data } = await backend.as[caller]
    .from('comments')
    .select('body, comment_threads!inner(article_id)')
    .eq('comment_threads.article_id', article)
    .order('created_at')
  return data?.map(({ body }) => body as string)
}

const answer = (caller: Caller, thread_id: string, body: string) =>
  backend.as[caller].from('comments').insert({ thread_id, body })

const resolve = (caller: Caller, id: string, resolved_at: string | null) =>
  backend.as[caller]
    .from('comment_threads')
    .update({ resolved_at })
    .eq('id', id)
    .select('resolved_at, resolved_by')

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
  const article = await withGuest()
  const { id } = await start('viewer', article)
  const { data: resolved } = await resolve('viewer', id, '2020-01-01T00:00:00Z')
  expect(resolved?.[0]?.resolved_by).toBe(backend.id.viewer)
  expect(Date.parse(String(resolved?.[0]?.resolved_at))).toBeGreaterThan(Date.parse('2026-01-01'))
  expect((await resolve('editor', id, '2021-01-01T00:00:00Z')).data).toEqual(resolved)
  expect((await resolve('editor', id, null)).data).toEqual([{ resolved_at: null, resolved_by: null }])
})

describe('the conversation on a story', () => {
  test('is read and written by those who write, and by no viewer whom nobody invited', async () => {
    const { id: article } = await insertRow(backend, 'articles', published())
    const { id } = await start('contributor', article, 'Do not name him.')
    expect((await start('viewer', article)).code).toBe('42501')
    expect((await answer('viewer', id, 'Hello')).error?.code).toBe('42501')
    expect(await readBy('viewer', article)).toEqual([])
    expect(await readBy('editor', article)).toEqual(['Do not name him.'])
  })

  test('is open to viewers whom an editor invited, until the invitation ends', async () => {
    const article = await withGuest()
    const { id } = await start('editor', article, 'Is it your lamp?')
    expect((await answer('viewer', id, 'Yes.')).error).toBeNull()
    expect((await start('viewer', article, 'And the chair?')).code).toBeNull()
    expect(await readBy('viewer', article)).toEqual(['Is it your lamp?', 'Yes.', 'And the chair?'])
    await backend.as.editor.from('comment_guests').delete().eq('article_id', article)
    expect(await readBy('viewer', article)).toEqual([])
    expect((await answer('viewer', id, 'Still here?')).error?.code).toBe('42501')
  })

  test('keeps from guests what was said while readers could not read the story', async () => {
    const { id: article } = await insertRow(backend, 'articles', draft())
    await invite('editor', article, backend.id.viewer)
    const setStory = (row: object) => backend.as.editor.from('articles').update(row).eq('id', article)
    const early = await start('editor', article, 'Before it was out.')
    expect((await start('viewer', article)).code).toBe('42501')
    // A date of the past would make everything that was said look as if it had been said later.
    await setStory({ status: 'published', published_at: '2026-01-05T10:00:00Z' })
    await answer('editor', early.id, 'An answer to it.')
    const late = await start('editor', article, 'Since it is out.')
    expect(await readBy('viewer', article)).toEqual(['Since it is out.'])
    expect((await answer('viewer', early.id, 'What was it?')).error?.code).toBe('42501')

    await setStory({ status: 'draft' })
    expect(await readBy('viewer', article)).toEqual([])
    await answer('editor', late.id, 'While it was taken back.')
    await start('editor', article, 'A thread of that time.')
    await setStory({ status: 'published' })
    expect(await readBy('viewer', article)).toEqual(['Since it is out.'])
    expect(await readBy('contributor', article)).toHaveLength(5)
  })

  test('keeps from guests a comment of a time without readers, also when it is edited while the story is out', async () => {
    const article = await withGuest()
    const { id } = await start('viewer', article, 'Which hall?')
    const setStatus = (status: string) =>
      backend.as.editor.from('articles').update({ status }).eq('id', article)
    await setStatus('draft')
    await answer('editor', id, 'Do not name him.')
    await setStatus('published')
    const edit = backend.as.editor.from('comments').update({ body: 'Do not name her.' })
    const { data } = await edit.eq('body', 'Do not name him.').select('body')
    expect(data).toHaveLength(1)
    expect(await readBy('viewer', article)).toEqual(['Which hall?'])
  })

  test('keeps the words of changes that wait from guests', async () => {
    const article = await withGuest()
    const { id } = await start('viewer', article, 'Which hall?', PASSAGE)
    await insertRow(backend, 'article_working_copies', { article_id: article, data: {}, base_version: 1 })
    await backend.as.editor.from('comment_threads').update({ quote: 'the hall of a name' }).eq('id', id)
    const { data } = await backend.as.viewer.from('comment_threads').select('quote').eq('id', id)
    expect(data).toEqual([{ quote: PASSAGE.quote }])
  })

  test('is left by a guest who begins or ceases to write for the magazine', async () => {
    const { id: article } = await insertRow(backend, 'articles', published())
    const guest = await addPerson(backend, 'viewer')
    const setRole = (role: string) =>
      backend.sql('update public.profiles set role = $1::public.app_role where id = $2::uuid', [role, guest])
    await invite('editor', article, guest)
    await setRole('contributor')
    await setRole('viewer')
    const guests = await backend.sql('select 1 from public.comment_guests where profile_id = $1::uuid', [
      guest,
    ])
    expect(guests).toEqual([])
  })

  test('is joined by viewers alone, by the invitation of an editor', async () => {
    const { id: article } = await insertRow(backend, 'articles', published())
    const other = await addPerson(backend, 'viewer')
    expect(await invite('viewer', article, backend.id.viewer)).toBe('42501')
    expect(await invite('contributor', article, other)).toBe('42501')
    expect(await invite('editor', article, backend.id.contributor)).toBe('42501')
    expect(await invite('editor', article, other)).toBeNull()
    expect(await invite('super_admin', article, backend.id.viewer)).toBeNull()
  })

  test('has no thread that start_thread did not begin with a comment', async () => {
    const { id: article } = await insertRow(backend, 'articles', published())
    const made = await backend.as.super_admin
      .from('comment_threads')
      .insert({ article_id: article, kind: 'story' })
    expect(made.error?.code).toBe('42501')
    expect((await start('editor', article, ' ')).code).toBe('23514')
    const threads = await backend.sql('select 1 from public.comment_threads where article_id = $1::uuid', [
      article,
    ])
    expect(threads).toEqual([])
  })

  test('has threads that editors delete, which the audit log tells', async () => {
    const { id: article } = await insertRow(backend, 'articles', published())
    const { id } = await start('contributor', article)
    const remove = (caller: Caller) =>
      backend.as[caller].from('comment_threads').delete().eq('id', id).select('id')
    expect((await remove('contributor')).data).toEqual([])
    expect((await remove('super_admin')).data).toEqual([{ id }])
    expect(
      await backend.sql('select actor_id from public.audit_log where entity = $1 and entity_id = $2', [
        'comment_threads',
        id,
      ]),
    ).toEqual([{ actor_id: backend.id.super_admin }])
  })

  test('has threads that guests resolve only where they began them', async () => {
    const article = await withGuest()
    const [own, other] = [await start('viewer', article), await start('editor', article)]
    await answer('viewer', other.id, 'I agree.')
    expect((await resolve('viewer', other.id, '2026-01-01')).data).toEqual([])
    expect((await resolve('viewer', own.id, '2026-01-01')).data).toHaveLength(1)
    expect((await resolve('contributor', other.id, '2026-01-01')).data).toHaveLength(1)
  })

  test('takes at most 40 comments and edits of one person in ten minutes, of editors any number', async () => {
    const article = await withGuest()
    await backend.sql(`delete from private.rate_limits where action = 'comment'`)
    const { id } = await start('viewer', article)
    const [first] = await commentsOf(id)
    for (let sent = 1; sent < 40; sent++) await answer('viewer', id, `Number ${sent}`)
    expect((await answer('viewer', id, 'Too many')).error?.code).toBe('PT429')
    const edited = await backend.as.viewer
      .from('comments')
      .update({ body: 'Changed' })
      .eq('id', first?.id ?? '')
    expect(edited.error?.code).toBe('PT429')
    expect(await commentsOf(id)).toHaveLength(40)
    await backend.sql(`delete from private.rate_limits where action = 'comment'`)
    for (let sent = 0; sent < 41; sent++) {
      expect((await answer('editor', id, `Number ${sent}`)).error).toBeNull()
    }
  })
})

describe('a mention', () => {
  const mentionsOf = async (thread: string) => (await commentsOf(thread)).at(-1)?.mentions

  test('is of a colleague who writes, or of a guest of the story', async () => {
    const article = await withGuest()
    const stranger = await addPerson(backend, 'viewer')
    const text = `<@${backend.id.viewer}> <@${backend.otherId}> <@${stranger}>`
    const { id } = await start('editor', article, text)
    expect(new Set(await mentionsOf(id))).toEqual(new Set([backend.id.viewer, backend.otherId]))
  })

  test('of a guest is of those only who are in the conversation', async () => {
    const article = await withGuest()
    const { id } = await start('editor', article, 'Welcome.')
    await answer('viewer', id, `<@${backend.id.editor}> and <@${backend.otherId}>`)
    expect(await mentionsOf(id)).toEqual([backend.id.editor])
  })

  test('is never of an account that was removed, but stays where it stood before', async () => {
    const leaver = await addPerson(backend)
    const { id: article } = await insertRow(backend, 'articles', draft({ author_id: leaver }))
    const { id } = await start('editor', article, `<@${leaver}>, see`)
    await backend.sql('delete from auth.users where id = $1::uuid', [leaver])
    await answer('editor', id, `<@${leaver}> again`)
    expect(await mentionsOf(id)).toEqual([])
    const [first] = await commentsOf(id)
    await backend.as.editor
      .from('comments')
      .update({ body: `<@${leaver}>, see there` })
      .eq('id', first?.id ?? '')
    expect((await commentsOf(id))[0]?.mentions).toEqual([leaver])
  })
})

test('the place of a passage is changed only by people who may change its text', async () => {
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

describe('the conversation on a letter', () => {
  const on = (caller: Caller, letter_id: string, body: string, thread: object = { kind: 'letter' }) =>
    backend.as[caller].rpc('start_thread', { p_thread: { letter_id, ...thread }, p_body: body })
  const newLetter = () =>
    insertRow(backend, 'letters', { subject: 'What the lamp saw', created_by: backend.id.contributor })
  const people = async (caller: Caller, p_letter: string) =>
    (await backend.as[caller].rpc('get_comment_people', { p_article: null, p_letter })).data as {
      id: string
    }[]

  test('is of those who write, and of no viewer', async () => {
    const { id } = await newLetter()
    const begun = await on('contributor', id, `Is it true, <@${backend.id.editor}>?`)
    expect((await answer('editor', String(begun.data), 'It is')).error).toBeNull()
    expect((await on('viewer', id, 'Hello')).error?.code).toBe('42501')
    expect(await people('viewer', id)).toEqual([])
    expect((await people('editor', id)).map((one) => one.id)).toContain(backend.id.contributor)
    const { data } = await backend.as.editor
      .from('comment_threads')
      .select('is_internal, comments(mentions)')
      .eq('letter_id', id)
    expect(data).toEqual([
      {
        is_internal: true,
        comments: expect.arrayContaining([{ mentions: [backend.id.editor] }, { mentions: [] }]) as unknown,
      },
    ])
  })

  test('is about the letter as a whole, and about nothing else at once', async () => {
    const { id } = await newLetter()
    const { id: article_id } = await insertRow(backend, 'articles', draft())
    for (const thread of [{ kind: 'story' }, PASSAGE, { kind: 'letter', article_id }])
      expect((await on('editor', id, 'No', thread)).error?.code).toBe('23514')
    expect((await start('editor', article_id, 'No', { kind: 'letter' })).code).toBe('23514')
  })

  test('goes with the letter, and the audit log names the letter of what an editor deleted', async () => {
    const { id } = await newLetter()
    const first = await on('contributor', id, 'One')
    await on('contributor', id, 'Two')
    await backend.as.editor.from('comment_threads').delete().eq('id', String(first.data))
    expect(
      await backend.sql('select subject from public.audit_log where entity_id = $1', [String(first.data)]),
    ).toEqual([{ subject: 'What the lamp saw' }])
    expect((await backend.as.contributor.from('letters').delete().eq('id', id)).error).toBeNull()
    expect(
      await backend.sql('select 1 from public.comment_threads where letter_id = $1::uuid', [id]),
    ).toEqual([])
  })
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

describe('the people of a conversation', () => {
  const people = async (caller: Caller, p_article: string) => {
    const { data } = await backend.as[caller].rpc('get_comment_people', { p_article })
    return (data ?? []) as { id: string; hint: string; name_confirmed: boolean; is_guest: boolean }[]
  }
  const ids = async (caller: Caller, article: string) => (await people(caller, article)).map(({ id }) => id)

  test('are to writers all colleagues and the guests, to guests those only who are in what they read', async () => {
    const article = await withGuest()
    const stranger = await addPerson(backend, 'viewer')
    await start('editor', article, 'One for all.')
    expect((await ids('viewer', article)).toSorted()).toEqual(
      [backend.id.editor, backend.id.viewer].toSorted(),
    )
    const known = await ids('contributor', article)
    expect(known).toEqual(
      expect.arrayContaining([
        ...[backend.id.editor, backend.id.super_admin, backend.otherId, backend.id.viewer],
      ]),
    )
    expect(known).not.toContain(stranger)
  })

  test('are nobody to a viewer whom nobody invited, whatever id they name', async () => {
    const { id: article } = await insertRow(backend, 'articles', published())
    await start('editor', article, `<@${backend.otherId}>`)
    expect(await ids('viewer', article)).toEqual([])
  })

  test('are told apart by e-mail for editors, for others by what is no secret', async () => {
    const article = await withGuest()
    const hintOf = async (caller: Caller) =>
      (await people(caller, article)).find(({ id }) => id === backend.otherId)?.hint
    expect(await hintOf('editor')).toBe(`${backend.otherId}@mantel.example`)
    expect(await hintOf('contributor')).toMatch(/^Contributor since \d{4}-\d\d-\d\d$/)
    await insertRow(backend, 'author_profiles', {
      name: 'Anna Meyer',
      profile_id: backend.otherId,
      slug: 'anna-meyer-2',
    })
    expect(await hintOf('contributor')).toBe('/author/anna-meyer-2')
  })

  test('say whether an editor has confirmed their name', async () => {
    const article = await withGuest()
    const isConfirmed = async () =>
      (await people('editor', article)).find(({ id }) => id === backend.id.viewer)?.name_confirmed
    await backend.sql(
      'update public.profiles set full_name = $1, name_confirmed = false where id = $2::uuid',
      ['Judith Amsel', backend.id.viewer],
    )
    await backend.as.viewer
      .from('profiles')
      .update({ full_name: 'Judith  Amsel' })
      .eq('id', backend.id.viewer)
    expect(await isConfirmed()).toBe(false)
    await backend.as.editor.rpc('set_public_name', { p_profile: backend.id.viewer, p_name: 'Judith  Amsel' })
    expect(await isConfirmed()).toBe(true)
  })
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
  const of = async (caller: Caller) =>
    ((await count(caller)) as { article_id: string; threads: number }[]).find(
      ({ article_id }) => article_id === article,
    )?.threads
  expect(await of('contributor')).toBe(2)
  await backend.as.editor.from('comment_threads').update({ resolved_at: '2026-01-01' }).eq('id', id)
  expect(await of('contributor')).toBe(1)
  expect(await count('viewer')).toEqual([])
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

test('no answer to a visitor has a word of a comment, whatever table is asked for', async () => {
  const { id: article } = await insertRow(backend, 'articles', published())
  await start('editor', article, 'What a kerfuffle', { ...PASSAGE, quote: 'the kerfuffle' })
  const tables = await backend.sql<{ name: string }>(
    `select table_name::text as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  expect(tables.map(({ name }) => name)).toContain('comments')
  for (const { name } of tables) {
    for (const columns of ['*', '*,comment_threads(*,comments(*))', '*,comments(*)']) {
      const { data, error } = await backend.as.anon.from(name).select(columns)
      expect(JSON.stringify([data, error]), `${name}: ${columns}`).not.toContain('kerfuffle')
    }
  }
})

test('a comment changes no page: nothing is queued for it', async () => {
  const { id: article } = await insertRow(backend, 'articles', published())
  const queued = async () =>
    (await backend.sql<{ count: number }>('select count(*)::integer as count from public.publish_outbox'))[0]
      ?.count
  const before = await queued()
  const { id } = await start('editor', article)
  await answer('editor', id, 'Oak Street')
  await backend.sql(`update public.comments set body = body || ' again' where thread_id = $1::uuid`, [id])
  await resolve('editor', id, '2026-01-01')
  expect(await queued()).toBe(before)
})
