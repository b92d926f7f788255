import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_TASKS } from '../../../src/domain/newsroom/plan.ts'
import { seededRandom } from '../../support/random.ts'
import { type Backend, draft, insertRow, openBackend, published } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const idea = (more: object = {}) => ({ title: `A house ${randomUUID()}`, ...more })
const plan = (more: object) => insertRow(backend, 'plans', more)
const letter = (more: object = {}) =>
  insertRow(backend, 'letters', { subject: 'What the lamp saw', created_by: backend.id.editor, ...more })

test('no move of a plan changes a publish date', async () => {
  const random = seededRandom(7)
  const stories = await Promise.all(
    [
      draft(),
      draft({ publish_at: '2026-12-05T07:00:00Z' }),
      published(),
      published({ published_at: '2099-01-01' }),
    ].map((story) => insertRow(backend, 'articles', story)),
  )
  const plans = await Promise.all(stories.map(({ id }) => plan({ article_id: id })))
  const dates = () =>
    backend.sql('select id, status, published_at, publish_at, version from public.articles order by id')
  const before = await dates()
  for (let move = 0; move < 1_000; move += 1) {
    const { id } = random.pick(plans)
    const day = new Date(Date.UTC(2026, 0, 1 + random.below(1_000))).toISOString().slice(0, 10)
    await backend.sql('update public.plans set planned_on = $1::date where id = $2::uuid', [day, id])
  }
  expect(await dates()).toEqual(before)
})

describe('start_story', () => {
  test('makes an idea a draft of who writes it, once', async () => {
    const { id } = await plan(idea({ title: 'A house, twice', person_id: backend.id.contributor }))
    const start = () => backend.as.editor.rpc('start_story', { p_plan: id })
    const { data: story } = await start()
    expect((await start()).data).toBe(story)
    const [made] = await backend.sql(
      'select title, slug, status, author_id from public.articles where id = $1::uuid',
      [String(story)],
    )
    expect(made).toEqual({
      title: 'A house, twice',
      slug: 'a-house-twice',
      status: 'draft',
      author_id: backend.id.contributor,
    })
    expect(await backend.sql('select article_id, title from public.plans where id = $1::uuid', [id])).toEqual(
      [{ article_id: story, title: null }],
    )
  })

  test('takes another address where one is taken, and one of its own for a title without Latin letters', async () => {
    for (const [title, slug] of [
      ['A house, twice', 'a-house-twice-2'],
      ['京都の町家', 'story'],
    ] as const) {
      const { id } = await plan(idea({ title }))
      const { data } = await backend.as.editor.rpc('start_story', { p_plan: id })
      expect(
        await backend.sql('select slug from public.articles where id = $1::uuid', [String(data)]),
      ).toEqual([{ slug }])
    }
  })

  test('belongs to who begins it where the writer cannot write', async () => {
    const { id } = await plan(idea({ person_id: backend.id.viewer }))
    const { data } = await backend.as.editor.rpc('start_story', { p_plan: id })
    expect(
      await backend.sql('select author_id from public.articles where id = $1::uuid', [String(data)]),
    ).toEqual([{ author_id: backend.id.editor }])
  })

  test.for([
    ['viewer', '42501'],
    ['contributor', '42501'],
    ['editor', null],
  ] as const)('%s: an idea of nobody is begun by editors only', async ([caller, code]) => {
    const { id } = await plan(idea())
    const { error } = await backend.as[caller].rpc('start_story', { p_plan: id })
    expect(error?.code ?? null).toBe(code)
  })
})

test('a task is marked as done by its assignee, and by nobody else without a right to the plan', async () => {
  const { id: plan_id } = await plan(idea())
  const { id } = await insertRow(backend, 'plan_tasks', {
    plan_id,
    kind: 'Photographs',
    person_id: backend.id.contributor,
  })
  const mark = async (caller: 'viewer' | 'contributor' | 'editor', done: boolean) =>
    (await backend.as[caller].rpc('set_task_done', { p_task: id, p_done: done })).error?.code ?? null
  const isDone = async () =>
    (
      await backend.sql<{ done: boolean }>(
        'select done_at is not null as done from public.plan_tasks where id = $1::uuid',
        [id],
      )
    )[0]?.done
  expect([await mark('viewer', true), await isDone()]).toEqual(['42501', false])
  expect([await mark('contributor', true), await isDone()]).toEqual([null, true])
  expect([await mark('editor', false), await isDone()]).toEqual([null, false])
})

test('a contributor plans no story or letter of somebody else, neither at once nor by an idea of their own', async () => {
  const { id: article_id } = await insertRow(backend, 'articles', draft({ author_id: backend.otherId }))
  const { id: letter_id } = await letter({ created_by: backend.otherId })
  const mine = { person_id: backend.id.contributor }
  for (const about of [{ article_id }, { letter_id }]) {
    const { error } = await backend.as.contributor.from('plans').insert({ ...about, ...mine })
    expect(error?.code).toBe('42501')
    const { id } = await plan(idea(mine))
    const change = await backend.as.contributor
      .from('plans')
      .update({ ...about, title: null })
      .eq('id', id)
    expect(change.error?.code).toBe('42501')
  }
})

test('a contributor plans the letter that they began, and changes it when somebody else writes it', async () => {
  const { id: letter_id } = await letter({ created_by: backend.id.contributor })
  const { data, error } = await backend.as.contributor.from('plans').insert({ letter_id }).select('id')
  expect(error).toBeNull()
  const id = String(data?.[0]?.id)
  await backend.as.editor.from('plans').update({ person_id: backend.id.editor }).eq('id', id)
  const own = await backend.as.contributor.from('plans').update({ brief: 'Short' }).eq('id', id).select('id')
  expect(own.data).toEqual([{ id }])
  const task = { plan_id: id, kind: 'Words' }
  expect((await backend.as.contributor.from('plan_tasks').insert(task)).error).toBeNull()
})

test('a plan is about a story, a letter or an idea with a title, and about one of them only', async () => {
  const { id: article_id } = await insertRow(backend, 'articles', draft())
  const { id: letter_id } = await letter()
  for (const about of [
    { article_id, title: 'Both' },
    { letter_id, title: 'Both' },
    { article_id, letter_id },
    { brief: 'Neither' },
  ])
    await expect(plan(about)).rejects.toThrow('plans_about_check')
})

test('a letter has one plan, which goes with it and begins no story', async () => {
  const { id: letter_id } = await letter()
  const { id } = await plan({ letter_id, planned_on: '2026-12-05' })
  await expect(plan({ letter_id })).rejects.toThrow('plans_letter_id_key')
  const { error } = await backend.as.editor.rpc('start_story', { p_plan: id })
  expect(error).toMatchObject({ code: '23514', message: 'A letter has no story' })
  await backend.as.editor.from('letters').delete().eq('id', letter_id)
  expect(await backend.sql('select 1 from public.plans where id = $1::uuid', [id])).toEqual([])
})

describe('save_plan', () => {
  const task = (more: object = {}) => ({ id: randomUUID(), kind: 'Photographs', ...more })
  const save = (
    caller: 'contributor' | 'editor',
    p_id: string | null,
    version: number | null,
    tasks: object[],
    row: object = { brief: 'Changed' },
  ) => backend.as[caller].rpc('save_plan', { p_id, p_version: version, p_plan: row, p_tasks: tasks })
  const tasksOf = (id: string) =>
    backend.sql('select kind from public.plan_tasks where plan_id = $1::uuid order by position', [id])

  test('takes as many tasks as the form, also once more', async () => {
    const tasks = (count: number) => Array.from({ length: count }, () => task())
    const most = tasks(MAX_TASKS)
    const { data } = await save('editor', null, null, most, idea())
    expect((await save('editor', data.id, data.version, most)).error).toBeNull()
    for (const more of [[...most, task()], tasks(4000)])
      expect((await save('editor', data.id, data.version + 1, more)).error).toMatchObject({
        code: '23514',
        message: `A plan has at most ${MAX_TASKS} tasks`,
      })
  })

  test('saves a plan and its tasks in their order, and takes those away that are left out', async () => {
    const tasks = [task({ kind: 'Words' }), task(), task({ kind: 'Proofreading' })]
    const { data } = await save('editor', null, null, tasks, idea())
    expect(await tasksOf(data.id)).toEqual([
      { kind: 'Words' },
      { kind: 'Photographs' },
      { kind: 'Proofreading' },
    ])
    await save('editor', data.id, data.version, [...tasks.slice(1).toReversed(), task({ kind: 'Edit' })])
    expect(await tasksOf(data.id)).toEqual([
      { kind: 'Proofreading' },
      { kind: 'Photographs' },
      { kind: 'Edit' },
    ])
  })

  test('changes nothing of a plan that somebody else saved since', async () => {
    const { data } = await save('editor', null, null, [task()], idea())
    await save('editor', data.id, data.version, [task({ kind: 'Words' })])
    expect((await save('editor', data.id, data.version, [])).error?.code).toBe('PT409')
    expect(await tasksOf(data.id)).toEqual([{ kind: 'Words' }])
  })

  test('takes back no task that was marked as done since', async () => {
    const one = task({ person_id: backend.id.contributor })
    const { data } = await save('editor', null, null, [one], idea())
    const { error } = await backend.as.contributor.rpc('set_task_done', { p_task: one.id, p_done: true })
    expect(error).toBeNull()
    expect((await save('editor', data.id, data.version, [one])).error?.code).toBe('PT409')
  })

  test('a task of another plan is not changed', async () => {
    const other = task()
    const { data } = await save('editor', null, null, [other], idea())
    await save('editor', null, null, [{ ...other, kind: 'Taken' }], idea())
    expect(await tasksOf(data.id)).toEqual([{ kind: 'Photographs' }])
  })

  test('a contributor saves no plan of somebody else', async () => {
    const { data } = await save('editor', null, null, [task()], idea())
    expect((await save('contributor', data.id, data.version, [])).error?.code).toBe('42501')
    expect(await tasksOf(data.id)).toEqual([{ kind: 'Photographs' }])
  })
})

describe('the calendar of a token', () => {
  const renew = async (caller: 'contributor' | 'editor') =>
    String((await backend.as[caller].rpc('renew_calendar_token')).data)
  const read = async (token: string) => (await backend.service.rpc('get_calendar', { p_token: token })).data
  const titles = (entries: { title: string }[]) => entries.map(({ title }) => title).toSorted()

  test('shows editors every planned story and letter, contributors theirs, and both their own tasks', async () => {
    await backend.sql('delete from public.plans')
    const day = '2026-12-05'
    const mine = await plan({ title: 'Mine', planned_on: day, person_id: backend.id.contributor })
    const other = await plan({ title: 'Other', planned_on: day })
    await plan({ title: 'Without a day', person_id: backend.id.contributor })
    for (const [plan_id, kind, more] of [
      [other.id, 'Photographs', {}],
      [mine.id, 'Done', { done_at: '2026-11-01' }],
    ] as const)
      await insertRow(backend, 'plan_tasks', {
        plan_id,
        kind,
        person_id: backend.id.contributor,
        due_on: day,
        ...more,
      })
    const send_at = '2026-12-05T10:00:00Z'
    await insertRow(backend, 'letters', { subject: 'Mine', send_at, created_by: backend.id.contributor })
    await insertRow(backend, 'letters', { subject: 'Other', send_at, status: 'scheduled' })
    await insertRow(backend, 'letters', { subject: 'Without a time' })
    const cancelled = { status: 'cancelled', ended_at: send_at }
    await insertRow(backend, 'letters', { subject: 'Never sent', send_at, ...cancelled })
    const editors = await read(await renew('editor'))
    expect([titles(editors.stories), editors.tasks]).toEqual([['Mine', 'Other'], []])
    expect(titles(editors.letters)).toEqual(['Mine', 'Other'])
    const own = await read(await renew('contributor'))
    expect([titles(own.stories), titles(own.letters)]).toEqual([['Mine'], ['Mine']])
    expect(own.tasks).toMatchObject([{ kind: 'Photographs', title: 'Other', day }])
  })

  test('shows a planned letter once where it goes out on that day, and no letter that was cancelled', async () => {
    await backend.sql('delete from public.plans')
    await backend.sql('delete from public.letters')
    const contributor = backend.id.contributor
    const send_at = '2026-12-05T10:00:00Z'
    for (const [subject, planned_on, more] of [
      ['Without a time', '2026-12-05', {}],
      ['On its day', '2026-12-05', { send_at }],
      ['On another day', '2026-12-04', { send_at }],
      ['Cancelled', '2026-12-05', { send_at, status: 'cancelled', ended_at: send_at }],
    ] as const) {
      const { id: letter_id } = await letter({ subject, ...more })
      const { id: plan_id } = await plan({ letter_id, planned_on, person_id: contributor })
      await insertRow(backend, 'plan_tasks', {
        ...{ plan_id, kind: 'Words', person_id: contributor, due_on: planned_on },
      })
    }
    const { stories, letters, tasks } = await read(await renew('contributor'))
    expect(titles(stories)).toEqual(['On another day', 'Without a time'])
    expect(titles(letters)).toEqual(['On another day', 'On its day'])
    expect(titles(tasks)).toEqual(['On another day', 'On its day', 'Without a time'])
  })

  test('a renewed token, one of somebody who has left, and a guessed one show nothing', async () => {
    const first = await renew('editor')
    const second = await renew('editor')
    expect([await read(first), (await read(second)) !== null, await read('guess')]).toEqual([
      null,
      true,
      null,
    ])
    await backend.sql(`update public.profiles set role = 'viewer' where id = $1::uuid`, [backend.id.editor])
    expect(await read(second)).toBe(null)
    await backend.sql(`update public.profiles set role = 'editor' where id = $1::uuid`, [backend.id.editor])
  })

  test.for(['viewer', 'anon'] as const)('%s has none', async (caller) => {
    expect((await backend.as[caller].rpc('renew_calendar_token')).error?.code).toBe('42501')
  })
})

test.for([
  ['anon', '42501'],
  ['viewer', 0],
  ['contributor', 4],
  ['editor', 4],
] as const)('%s reads the names of colleagues who write: %s', async ([caller, expected]) => {
  const { data, error } = await backend.as[caller].rpc('get_colleagues')
  expect(error?.code ?? data?.filter(({ has_left }: { has_left: boolean }) => !has_left).length).toBe(
    expected,
  )
})

test('somebody who writes no more is still named where they were planned', async () => {
  await plan(idea({ person_id: backend.id.viewer }))
  const { data } = await backend.as.editor.rpc('get_colleagues')
  expect(data).toContainEqual(expect.objectContaining({ id: backend.id.viewer, has_left: true }))
})
