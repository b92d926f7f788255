import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, type Caller, draft, insertRow, openBackend, published } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const DAY_MS = 24 * 60 * 60 * 1000
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
const dayIn = (days: number): string => inDays(days).slice(0, 10)

interface Waiting {
  kind: string
  total: number
  title: string
  detail: string | null
  letter_id: string | null
}

async function waitingOf(caller: Caller): Promise<Waiting[]> {
  const { data, error } = await backend.as[caller].rpc('get_waiting', { p_today: dayIn(0) })
  if (error) throw new Error(error.message)
  return data as Waiting[]
}

/** What waits for somebody, as 'kind: title'. */
const linesOf = async (caller: Caller): Promise<string[]> =>
  (await waitingOf(caller)).map(({ kind, title }) => `${kind}: ${title}`).sort()

async function comment(caller: Caller, article_id: string, body: string, thread: object = { kind: 'story' }) {
  const { data } = await backend.as[caller].rpc('start_thread', {
    p_thread: { article_id, ...thread },
    p_body: body,
  })
  return String(data)
}

async function addFile(title: string, more: object) {
  const path = `waiting/${title}`
  const file = { filename: title, original_filename: title, mime_type: 'image/png', size_bytes: 1 }
  return insertRow(backend, 'media', { ...file, storage_path: path, alt_text: 'A chair', ...more })
}

test('everybody is told what waits for them, and nothing that waits for others', async () => {
  const { contributor, editor } = backend.id
  const mine = { author_id: contributor }
  const sentBack = await insertRow(
    backend,
    'articles',
    draft({ ...mine, title: 'Sent back', status: 'review' }),
  )
  await backend.as.editor.rpc('send_back', { p_article: sentBack.id, p_note: 'Too short' })
  const again = await insertRow(backend, 'articles', draft({ ...mine, title: 'Again', status: 'review' }))
  await backend.as.editor.rpc('send_back', { p_article: again.id, p_note: 'Too long' })
  await backend.as.contributor.from('articles').update({ status: 'review' }).eq('id', again.id)
  await insertRow(backend, 'articles', published({ title: 'Saturday', published_at: inDays(2) }))
  await insertRow(backend, 'articles', published({ title: 'Out' }))

  await insertRow(backend, 'plans', { title: 'Late', person_id: contributor, planned_on: dayIn(-20) })
  await insertRow(backend, 'plans', { title: 'Far off', person_id: contributor, planned_on: dayIn(7) })
  const plan = await insertRow(backend, 'plans', {
    title: 'Of others',
    person_id: editor,
    planned_on: dayIn(6),
  })
  const task = { plan_id: plan.id, person_id: contributor, due_on: dayIn(3) }
  await insertRow(backend, 'plan_tasks', { ...task, kind: 'Photographs' })
  await insertRow(backend, 'plan_tasks', { ...task, kind: 'Captions', done_at: inDays(-1) })

  const talked = await insertRow(backend, 'articles', draft({ ...mine, title: 'Talked about' }))
  await comment('editor', talked.id, 'Which street?')
  await comment('contributor', talked.id, 'It is the third house.')
  const resolved = await comment('editor', talked.id, 'Settled')
  await backend.as.editor
    .from('comment_threads')
    .update({ resolved_at: new Date().toISOString() })
    .eq('id', resolved)
  const theirs = await insertRow(backend, 'articles', draft({ author_id: editor, title: 'Theirs' }))
  await comment('editor', theirs.id, `<@${contributor}>, is this so?`)
  await comment('super_admin', theirs.id, 'To the writer')

  const { id: letter_id } = await insertRow(backend, 'letters', {
    ...{ subject: 'A letter', created_by: contributor },
  })
  await backend.as.super_admin.rpc('start_thread', {
    p_thread: { letter_id, kind: 'letter' },
    p_body: 'When?',
  })
  const sent = { subject: 'Scheduled letter', status: 'scheduled', send_at: inDays(1) }
  const { id: scheduled } = await insertRow(backend, 'letters', sent)
  for (const planned of [letter_id, scheduled]) {
    const row = { letter_id: planned, person_id: contributor, planned_on: dayIn(1) }
    const { id: plan_id } = await insertRow(backend, 'plans', row)
    await insertRow(backend, 'plan_tasks', { plan_id, kind: 'Words', person_id: editor, due_on: dayIn(2) })
  }

  await insertRow(backend, 'contact_messages', {
    name: 'A reader',
    email: 'r@mantel.example',
    message: 'Hello',
  })
  await insertRow(backend, 'contact_messages', {
    ...{ name: 'Another', email: 'r@mantel.example', message: 'Hello', status: 'read' },
  })
  await addFile('undescribed.png', { alt_text: '', uploaded_by: editor })
  await addFile('my-undescribed.png', { alt_text: null, uploaded_by: contributor })
  await addFile('ends.png', { usable_until: inDays(29), uploaded_by: editor })
  await addFile('ends-later.png', { usable_until: inDays(31), uploaded_by: editor })
  await addFile('ended.png', { usable_until: inDays(-1), uploaded_by: editor })

  const ofBoth = ['scheduled: Saturday']
  const ofEditors = ['review: Again', 'messages: A reader', 'alt-texts: undescribed.png', 'rights: ends.png']
  expect(await linesOf('contributor')).toEqual(
    [
      'sent-back: Sent back',
      ...['due: A letter', 'due: Late', 'due: Of others'],
      ...['comments: A letter', 'comments: Talked about', 'comments: Theirs'],
      'alt-texts: my-undescribed.png',
      ...ofBoth,
    ].sort(),
  )
  expect(await linesOf('editor')).toEqual(
    [
      ...ofEditors,
      ...ofBoth,
      ...['due: A letter', 'due: Scheduled letter', 'due: Of others'],
      ...['comments: Theirs', 'alt-texts: my-undescribed.png'],
    ].sort(),
  )
  expect(await linesOf('super_admin')).toEqual(
    [...ofEditors, ...ofBoth, 'alt-texts: my-undescribed.png'].sort(),
  )
  expect(await linesOf('viewer')).toEqual([])
  await expect(linesOf('anon')).rejects.toThrow()

  const due = (await waitingOf('contributor')).filter(({ kind }) => kind === 'due')
  expect(due.map((row) => [row.title, row.letter_id])).toEqual([
    ['Late', null],
    ['A letter', letter_id],
    ['Of others', null],
  ])
  const details = (await waitingOf('contributor')).map(({ detail }) => detail)
  expect(details).toEqual(expect.arrayContaining(['Too short', 'Photographs', 'Which street?']))
})

test('of many only the first three are named, with how many there are', async () => {
  for (let n = 0; n < 5; n++)
    await insertRow(backend, 'plans', {
      title: `Plan ${n}`,
      person_id: backend.id.super_admin,
      planned_on: dayIn(5 - n),
    })
  const due = (await waitingOf('super_admin')).filter(({ kind }) => kind === 'due')
  expect(due).toMatchObject([
    { title: 'Plan 4', total: 5 },
    { title: 'Plan 3', total: 5 },
    { title: 'Plan 2', total: 5 },
  ])
})
