import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../../support/random.ts'
import { type Backend, type Caller, draft, insertRow, openBackend, published } from '../support/backend.ts'

let backend: Backend
/** The ids of the people, by name. `other` is a contributor who is none of the callers. */
let id: Record<Exclude<Caller, 'anon'> | 'other', string>
beforeAll(async () => {
  backend = await openBackend()
  id = { ...backend.id, other: backend.otherId }
  await backend.sql('update public.profiles set name_confirmed = true')
})
afterAll(() => backend.close())
beforeEach(async () => {
  await backend.sql('delete from public.notification_choices')
  await backend.sql('delete from private.mails')
  await backend.sql('delete from public.plans')
  await backend.sql('delete from public.articles')
  await backend.sql('delete from public.notifications')
})

const nameOf = (person: string) => Object.entries(id).find(([, one]) => one === person)?.[0] ?? person

/** Who was told what, as 'commented contributor', in order. */
async function told(): Promise<string[]> {
  const rows = await backend.sql<{ kind: string; recipient_id: string }>(
    'select kind::text, recipient_id from public.notifications',
  )
  return rows.map(({ kind, recipient_id }) => `${kind} ${nameOf(recipient_id)}`).toSorted()
}

const DAYS = 24 * 60 * 60 * 1000
const day = (days: number) => new Date(Date.now() + days * DAYS).toISOString().slice(0, 10)

const story = (row: object = {}) =>
  insertRow(backend, 'articles', draft({ author_id: id.contributor, ...row }))
const plan = (row: object) => insertRow(backend, 'plans', { title: 'A house', ...row })
/** The plan for today of a letter that the contributor began. */
async function planOfLetter(letter: object) {
  const { id: letter_id } = await insertRow(backend, 'letters', {
    ...{ subject: 'What the lamp saw', created_by: id.contributor },
    ...letter,
  })
  return plan({ letter_id, title: null, planned_on: day(0) })
}
const task = (plan_id: string, row: object = {}) =>
  insertRow(backend, 'plan_tasks', { plan_id, kind: 'Photographs', ...row })

const invite = (article_id: string, profile_id = id.viewer) =>
  insertRow(backend, 'comment_guests', { article_id, profile_id })

async function thread(caller: Caller, article_id: string, body: string): Promise<string> {
  const p_thread = { article_id, kind: 'story' }
  const { data, error } = await backend.as[caller].rpc('start_thread', { p_thread, p_body: body })
  if (error) throw new Error(error.message)
  return String(data)
}

async function change(caller: Caller, table: string, row: string, columns: object): Promise<void> {
  const { error, data } = await backend.as[caller].from(table).update(columns).eq('id', row).select('id')
  if (error || data.length !== 1) throw new Error(error?.message ?? 'Nothing was changed')
}

const times = () => backend.sql('select private.notify_of_times()')

/** A person's lines, as the bell shows them. */
async function lines(caller: Caller, p_only_unread = false) {
  const { data, error } = await backend.as[caller].rpc('get_notifications', { p_limit: 100, p_only_unread })
  if (error) throw new Error(error.message)
  return data as {
    ids: string[]
    kind: string
    title: string
    tasks: string[]
    is_whole: boolean
    words: string | null
    actor: string | null
  }[]
}

const unread = async (caller: Caller) =>
  (await backend.as[caller].rpc('count_unread_notifications')).data as number

/** What happens, and who is told what by it. */
const CASES: readonly [string, () => PromiseLike<unknown>, readonly string[]][] = [
  [
    'an entry of the plan is given to somebody',
    () => backend.as.editor.from('plans').insert({ title: 'A house', person_id: id.contributor }),
    ['assigned contributor'],
  ],
  [
    'an entry of the plan is given to somebody else',
    async () =>
      change('editor', 'plans', (await plan({ person_id: id.contributor })).id, { person_id: id.other }),
    ['assigned other'],
  ],
  [
    'an entry of the plan is saved without a new person',
    async () => change('editor', 'plans', (await plan({ person_id: id.contributor })).id, { brief: 'Tall' }),
    [],
  ],
  [
    'somebody takes an entry of the plan',
    () => backend.as.contributor.from('plans').insert({ title: 'A house', person_id: id.contributor }),
    [],
  ],
  [
    'a task is given to somebody',
    async () =>
      backend.as.editor.from('plan_tasks').insert({
        plan_id: (await plan({ person_id: id.other })).id,
        kind: 'Styling',
        person_id: id.contributor,
      }),
    ['assigned contributor'],
  ],
  [
    'a draft is given to somebody',
    async () => change('editor', 'articles', (await story()).id, { author_id: id.other }),
    ['assigned other'],
  ],
  [
    'a story that is out gets another owner',
    async () => change('editor', 'articles', (await story(published())).id, { author_id: id.other }),
    [],
  ],
  [
    'days of the plan and of a task have come',
    async () => {
      const { id: written } = await plan({ person_id: id.contributor, planned_on: day(0) })
      await plan({ person_id: id.contributor, planned_on: day(1) })
      await task(written, { person_id: id.editor, due_on: day(0) })
      await task(written, { person_id: id.viewer, due_on: day(0), done_at: '2026-01-01' })
      await times()
      await times()
    },
    ['due contributor', 'due editor'],
  ],
  [
    'the day of a story without a writer has come',
    async () => {
      const { id: article_id } = await story()
      await plan({ article_id, title: null, planned_on: day(0) })
      await times()
    },
    ['due contributor'],
  ],
  [
    'the day of a story that is out has come',
    async () => {
      const { id: article_id } = await story(published())
      await plan({ article_id, title: null, planned_on: day(0), person_id: id.contributor })
      await times()
    },
    [],
  ],
  [
    'the day of a letter without a writer has come',
    async () => {
      await planOfLetter({})
      await times()
    },
    ['due contributor'],
  ],
  [
    'days of a letter that is scheduled, and of a task of it, have come',
    async () => {
      const { id: scheduled } = await planOfLetter({ status: 'scheduled', send_at: '2099-01-01' })
      await task(scheduled, { person_id: id.editor, due_on: day(0) })
      await times()
    },
    ['due editor'],
  ],
  [
    'days of a letter that was cancelled, and of a task of it, have come',
    async () => {
      const { id: cancelled } = await planOfLetter({ status: 'cancelled', ended_at: '2026-01-05' })
      await task(cancelled, { person_id: id.editor, due_on: day(0) })
      await times()
    },
    [],
  ],
  [
    'a day from before there were notifications has passed',
    async () => {
      await plan({ person_id: id.contributor, planned_on: day(-3) })
      await times()
    },
    [],
  ],
  [
    'a story is submitted',
    async () => change('contributor', 'articles', (await story()).id, { status: 'review' }),
    ['submitted editor', 'submitted super_admin'],
  ],
  [
    'an editor submits a story',
    async () => change('editor', 'articles', (await story()).id, { status: 'review' }),
    ['submitted super_admin'],
  ],
  [
    'a publish is taken back to review',
    async () =>
      change('editor', 'articles', (await story(published())).id, { status: 'review', published_at: null }),
    [],
  ],
  [
    'a story in review is saved',
    async () => change('contributor', 'articles', (await story({ status: 'review' })).id, { title: 'Two' }),
    [],
  ],
  [
    'a story is sent back with a note that mentions its writer',
    async () => {
      const { id: p_article } = await story({ status: 'review' })
      await plan({ article_id: p_article, title: null, person_id: id.other })
      await backend.as.editor.rpc('send_back', { p_article, p_note: `<@${id.contributor}> the end!` })
    },
    ['sent_back contributor', 'sent_back other'],
  ],
  [
    'a writer withdraws their story',
    async () =>
      change('contributor', 'articles', (await story({ status: 'review' })).id, { status: 'draft' }),
    [],
  ],
  [
    'a story gets a first comment that mentions somebody',
    async () => thread('editor', (await story()).id, `Ask <@${id.other}> and <@${id.editor}>`),
    ['commented contributor', 'mentioned other'],
  ],
  [
    'a comment mentions the owner of the story',
    async () => thread('editor', (await story()).id, `<@${id.contributor}>, which street?`),
    ['mentioned contributor'],
  ],
  [
    'the owner answers in a thread of two others',
    async () => {
      const thread_id = await thread('editor', (await story()).id, 'Which street?')
      await backend.as.super_admin.from('comments').insert({ thread_id, body: 'And which house?' })
      await backend.sql('delete from public.notifications')
      await backend.as.contributor.from('comments').insert({ thread_id, body: 'Number 9' })
    },
    ['commented editor', 'commented super_admin'],
  ],
  [
    'a comment mentions one more person when it is edited',
    async () => {
      const thread_id = await thread('editor', (await story()).id, `<@${id.contributor}>?`)
      await backend.sql('delete from public.notifications')
      const body = `<@${id.contributor}>, <@${id.other}>?`
      await backend.as.editor.from('comments').update({ body }).eq('thread_id', thread_id)
    },
    ['mentioned other'],
  ],
  [
    'edits of a comment mention one person by turns',
    async () => {
      const thread_id = await thread('editor', (await story()).id, 'Who?')
      await backend.sql('delete from public.notifications')
      for (let turn = 0; turn < 3; turn++) {
        for (const body of [`<@${id.other}>`, 'Nobody']) {
          await backend.as.editor.from('comments').update({ body }).eq('thread_id', thread_id)
        }
      }
    },
    ['mentioned other'],
  ],
  [
    'an editor publishes a story',
    async () => {
      const { id: role_id } = await insertRow(backend, 'credit_roles', { name: randomUUID(), byline: 'by' })
      const credit = async (profile_id: string) => {
        await backend.sql('delete from public.author_profiles where profile_id = $1::uuid', [profile_id])
        const names = { name: `P ${randomUUID()}`, slug: randomUUID() }
        return {
          person_id: (await insertRow(backend, 'author_profiles', { ...names, profile_id })).id,
          role_id,
        }
      }
      const credits = [await credit(id.other), await credit(id.editor)]
      await change('editor', 'articles', (await story({ credits })).id, { status: 'published' })
    },
    ['published contributor', 'published other'],
  ],
  [
    'a story is scheduled',
    async () =>
      change('editor', 'articles', (await story()).id, {
        status: 'published',
        published_at: '2099-01-01T00:00:00Z',
      }),
    [],
  ],
  [
    'a scheduled story goes out',
    async () => {
      await goOut(await scheduled())
      await times()
      await times()
    },
    ['published contributor'],
  ],
  [
    'a scheduled story is published before its hour',
    async () => {
      await change('editor', 'articles', await scheduled(), { published_at: new Date().toISOString() })
      await times()
    },
    ['published contributor'],
  ],
  [
    'something is done with the secret key',
    async () => {
      const { id: article_id } = await story()
      await backend.service.from('articles').update({ status: 'published' }).eq('id', article_id)
      await backend.service.from('plans').insert({ title: 'A house', person_id: id.contributor })
      await times()
    },
    [],
  ],
]

async function scheduled(): Promise<string> {
  const { id: article } = await story()
  const published_at = new Date(Date.now() + 0.5 * DAYS).toISOString()
  await change('editor', 'articles', article, { status: 'published', published_at })
  return article
}

/** Lets the hour of a scheduled story have come. */
async function goOut(article: string): Promise<void> {
  await backend.sql('alter table public.articles disable trigger user')
  await backend.sql(
    `update public.articles set published_at = now() - interval '1 second' where id = $1::uuid`,
    [article],
  )
  await backend.sql('alter table public.articles enable trigger user')
  await backend.sql(
    `update public.publish_outbox o set created_at = now() - interval '1 hour', due_at = a.published_at
     from public.articles a where a.id = $1::uuid and o.entity_id = a.id::text`,
    [article],
  )
}

describe('who is told of what', () => {
  test.for(CASES)('when %s', async ([, act, expected]) => {
    const failed = (await act()) as { error?: { message: string } | null } | undefined
    expect(failed?.error ?? null).toBeNull()
    expect(await told()).toEqual(expected)
  })
})

describe('a notification', () => {
  test('is one line with others of the same kind and story until it is read', async () => {
    const [{ id: one }, { id: two }] = [await story({ title: 'One' }), await story({ title: 'Two' })]
    for (const article of [one, two, one]) await thread('editor', article, `On ${article}`)
    expect(await lines('contributor')).toMatchObject([
      { kind: 'commented', title: 'One', ids: [expect.any(String), expect.any(String)], words: `On ${one}` },
      { kind: 'commented', title: 'Two' },
    ])
    expect(await unread('contributor')).toBe(2)
    const [line] = await lines('contributor')
    await backend.as.contributor.rpc('read_notifications', { p_ids: line?.ids })
    expect(await unread('contributor')).toBe(1)
    await thread('editor', one, 'Once more')
    expect((await lines('contributor')).map(({ title, ids }) => [title, ids.length])).toEqual([
      ['One', 1],
      ['One', 2],
      ['Two', 1],
    ])
    expect(await lines('contributor', true)).toHaveLength(2)
  })

  test('says one story with all its tasks in one line, also once it is a story and is due', async () => {
    const p_plan = { title: 'A house', person_id: id.contributor, planned_on: day(0) }
    const kinds = ['Text', 'Photographs', 'Layout']
    const p_tasks = kinds.map((kind) => ({
      kind,
      id: randomUUID(),
      person_id: id.contributor,
      due_on: day(0),
    }))
    const saved = await backend.as.editor.rpc('save_plan', { p_id: null, p_version: null, p_plan, p_tasks })
    expect(saved.error).toBeNull()
    const whole = { title: 'A house', tasks: kinds, is_whole: true }
    expect(await lines('contributor')).toMatchObject([{ kind: 'assigned', ...whole }])
    await pass(10)
    expect((await claim())?.lines).toMatchObject([{ ...whole, ids: { length: 4 } }])
    await times()
    expect((await lines('contributor')).map(({ kind, tasks }) => [kind, tasks])).toEqual([
      ['due', kinds],
      ['assigned', kinds],
    ])
    expect(await unread('contributor')).toBe(2)
    const { id: other } = await plan({ title: 'Another' })
    await backend.as.editor
      .from('plan_tasks')
      .insert({ plan_id: other, kind: 'Styling', person_id: id.contributor })
    expect(await lines('contributor')).toMatchObject([
      { title: 'Another', tasks: ['Styling'], is_whole: false },
      { title: 'A house' },
      { title: 'A house' },
    ])
  })

  test('that came after the list was shown is not read by Mark All as Read', async () => {
    await thread('editor', (await story()).id, 'First')
    const [shown] = await lines('contributor')
    await thread('editor', (await story()).id, 'Second')
    const { created_at } = shown as unknown as { created_at: string }
    await backend.as.contributor.rpc('read_notifications', { p_ids: [], p_until: created_at })
    expect((await lines('contributor', true)).map(({ words }) => words)).toEqual(['Second'])
  })

  test('is read by nobody else', async () => {
    await thread('editor', (await story()).id, 'First')
    const [shown] = await lines('contributor')
    for (const caller of ['editor', 'viewer', 'super_admin'] as const) {
      expect(await lines(caller)).toEqual([])
      await backend.as[caller].rpc('read_notifications', { p_ids: shown?.ids, p_until: '2099-01-01' })
    }
    expect((await backend.as.anon.rpc('get_notifications', { p_limit: 1 })).error?.code).toBe('42501')
    expect((await backend.as.anon.rpc('read_notifications', { p_ids: shown?.ids })).error?.code).toBe('42501')
    expect(await unread('contributor')).toBe(1)
  })

  test('says the names of now, and the first words of the comment', async () => {
    const { id: article } = await story({ title: 'Old title' })
    await thread('editor', article, `<@${id.contributor}>\n${'word '.repeat(60)}`)
    await change('editor', 'articles', article, { title: 'New title' })
    const [line] = await lines('contributor')
    expect(line).toMatchObject({ kind: 'mentioned', title: 'New title', actor: 'The editor' })
    expect(line?.words).toMatch(/^@The contributor word word .*…$/)
    expect(line?.words?.length).toBeLessThanOrEqual(160)
  })

  test('says whether the name of who acted is confirmed, and names nobody else whose name is not', async () => {
    const { id: article } = await story()
    await backend.sql('update public.profiles set name_confirmed = false where id = $1::uuid', [
      id.super_admin,
    ])
    await thread('super_admin', article, `<@${id.super_admin}> and <@${id.editor}>, see`)
    const [line] = (await lines('contributor')) as unknown as { words: string; actor_confirmed: boolean }[]
    await backend.sql('update public.profiles set name_confirmed = true')
    expect(line).toMatchObject({ words: '@a colleague and @The editor, see', actor_confirmed: false })
    expect(await lines('contributor')).toMatchObject([{ actor_confirmed: true }])
  })

  test('of a story that was sent back has the note, and none without one', async () => {
    for (const p_note of ['The end is missing.', null]) {
      const { id: p_article } = await story({ status: 'review' })
      await backend.as.editor.rpc('send_back', { p_article, p_note })
    }
    expect((await lines('contributor')).map(({ words }) => words)).toEqual([null, 'The end is missing.'])
  })

  test('is not shown where its story is no longer readable, and comes back with it', async () => {
    const { id: article } = await story(published())
    await invite(article)
    await thread('editor', article, `<@${id.viewer}>, look`)
    expect(await lines('viewer')).toHaveLength(1)
    await change('super_admin', 'articles', article, { status: 'draft' })
    expect([await lines('viewer'), await unread('viewer')]).toEqual([[], 0])
    await change('super_admin', 'articles', article, { status: 'published' })
    expect(await unread('viewer')).toBe(1)
    await change('super_admin', 'articles', article, { deleted_at: '2026-01-01' })
    expect([await lines('viewer'), await lines('contributor')]).toEqual([[], []])
  })

  test('of a comment on a letter is for who began the letter and whom it mentions, and leads to the letter', async () => {
    const { id: letter_id } = await insertRow(backend, 'letters', {
      ...{ subject: 'What the lamp saw', created_by: id.contributor },
    })
    const { data: thread_id } = await backend.as.editor.rpc('start_thread', {
      p_thread: { letter_id, kind: 'letter' },
      p_body: `Look at this, <@${id.other}>`,
    })
    expect(await told()).toEqual(['commented contributor', 'mentioned other'])
    expect(await lines('contributor')).toMatchObject([
      { kind: 'commented', title: 'What the lamp saw', letter_id, thread_id, article_id: null },
    ])
    expect(await unread('contributor')).toBe(1)
    await backend.as.editor.from('letters').delete().eq('id', letter_id)
    expect(await told()).toEqual([])
  })

  test('goes with its story, comment, entry of the plan, task or account', async () => {
    const { id: article } = await story()
    const thread_id = await thread('editor', article, 'One')
    await backend.as.editor.from('comments').delete().eq('thread_id', thread_id)
    expect(await told()).toEqual([])
    await thread('editor', article, 'Two')
    await backend.as.super_admin.from('articles').delete().eq('id', article)
    expect(await told()).toEqual([])
    const { data } = await backend.as.editor
      .from('plans')
      .insert({ title: 'A house', person_id: id.contributor })
      .select('id')
      .single()
    await backend.as.editor.from('plans').delete().eq('id', String(data?.id))
    expect(await told()).toEqual([])
    await thread('editor', (await story({ author_id: id.other })).id, 'Three')
    await backend.sql('update public.profiles set removed_at = now() where id = $1::uuid', [id.other])
    expect(await told()).toEqual([])
    await backend.sql('update public.profiles set removed_at = null where id = $1::uuid', [id.other])
  })

  test('of a task that is done, given to somebody else or on another day is read', async () => {
    const { id: plan_id } = await plan({})
    const given = async () =>
      String(
        (
          await backend.as.editor
            .from('plan_tasks')
            .insert({ plan_id, kind: 'Styling', person_id: id.contributor, due_on: day(0) })
            .select('id')
            .single()
        ).data?.id,
      )
    const untold = async () => (await lines('contributor', true)).flatMap(({ ids }) => ids).length
    const [done, passed, moved] = [await given(), await given(), await given()]
    await times()
    expect(await untold()).toBe(6)
    await backend.as.contributor.rpc('set_task_done', { p_task: done, p_done: true })
    expect(await untold()).toBe(4)
    await change('editor', 'plan_tasks', passed, { person_id: id.other })
    expect(await untold()).toBe(2)
    await change('editor', 'plan_tasks', moved, { due_on: day(2) })
    expect((await lines('contributor', true)).map(({ kind }) => kind)).toEqual(['assigned'])
  })

  test('of the day of a letter leads to the plan, and is read once the letter is scheduled', async () => {
    const { id: plan_id } = await planOfLetter({
      blocks: [{ kind: 'text', id: randomUUID(), html: '<p>Dear readers</p>' }],
    })
    await times()
    expect(await lines('contributor')).toMatchObject([{ kind: 'due', title: 'What the lamp saw', plan_id }])
    await backend.sql(
      `update public.letters set status = 'scheduled', send_at = '2099-01-01'
       where id = (select letter_id from public.plans where id = $1::uuid)`,
      [plan_id],
    )
    expect(await unread('contributor')).toBe(0)
  })

  test('of a story that left review is read by all editors', async () => {
    const { id: article } = await story()
    await change('contributor', 'articles', article, { status: 'review' })
    expect([await unread('editor'), await unread('super_admin')]).toEqual([1, 1])
    await change('editor', 'articles', article, { status: 'published' })
    expect([await unread('editor'), await unread('super_admin')]).toEqual([0, 0])
  })

  test('of a story that is off the site again, or somebody else’s, is read', async () => {
    const { id: article } = await story()
    await change('editor', 'articles', article, { status: 'published' })
    await change('editor', 'articles', article, { status: 'draft' })
    await change('editor', 'articles', article, { author_id: id.other })
    await change('editor', 'articles', article, { author_id: id.contributor })
    expect((await lines('contributor', true)).map(({ kind }) => kind)).toEqual(['assigned'])
    await change('editor', 'articles', article, { author_id: id.other })
    expect(await unread('contributor')).toBe(0)
  })

  test('is deleted 90 days later when it is read, otherwise after a year', async () => {
    const { id: article } = await story()
    for (const [age, read_at] of [
      ['89 days', 'now()'],
      ['91 days', 'now()'],
      ['91 days', 'null'],
      ['366 days', 'null'],
    ]) {
      await backend.sql(
        `insert into public.notifications (recipient_id, kind, article_id, created_at, read_at, by_mail)
         values ($1::uuid, 'published', $2::uuid, now() - interval '${age}', ${read_at}, false)`,
        [id.contributor, article],
      )
    }
    await times()
    expect(await told()).toHaveLength(2)
  })
})

describe('a day that has come', () => {
  const dueTasks = (count: number) =>
    backend.sql(
      `with entry as (
         insert into public.plans (title, person_id) select 'A house', $1::uuid from generate_series(0, ($2::integer - 1) / 30)
         returning id)
       insert into public.plan_tasks (plan_id, kind, person_id, due_on)
       select id, 'Photographs', $3::uuid, current_date from entry, generate_series(1, 30) limit $2`,
      [id.other, count, id.contributor],
    )
  const written = async () =>
    (await backend.sql<{ id: string }>('select id from public.notifications order by id')).map(
      (row) => row.id,
    )

  test('is told once, however often is looked', async () => {
    await dueTasks(600)
    await times()
    const first = await written()
    expect(first).toHaveLength(600)
    await times()
    expect(await written()).toEqual(first)
  })

  test('of thousands of tasks is told a thousand times at most, and keeps nobody else from being told', async () => {
    await dueTasks(4000)
    await plan({ person_id: id.editor, planned_on: day(0) })
    for (let run = 0; run < 3; run += 1) await times()
    const rows = await told()
    expect(rows.filter((row) => row === 'due contributor').length).toBeLessThanOrEqual(1000)
    expect(rows).toContain('due editor')
  })

  test('is told at once to who has little, however much of earlier days there is to tell others', async () => {
    const began = (ago: string) =>
      backend.sql('update private.notifications_began set began_at = now() - $1::text::interval', [ago])
    await began('3 days')
    await dueTasks(1500)
    await backend.sql('update public.plan_tasks set due_on = due_on - 1')
    await plan({ person_id: id.editor, planned_on: day(0) })
    await times()
    await began('0')
    expect(await told()).toContain('due editor')
  })

  test('is not told by two at once', async () => {
    await dueTasks(10)
    await Promise.all([times(), times(), times()])
    expect(await told()).toHaveLength(10)
  })
})

describe('the choice of a person', () => {
  const choose = (caller: Caller, kind: string, choice: string) =>
    backend.as[caller]
      .from('notification_choices')
      .upsert({ profile_id: id[caller as 'editor'], kind, choice })

  test('is the default until it is made', async () => {
    expect((await choose('contributor', 'commented', 'mail')).error).toBeNull()
    expect((await choose('contributor', 'commented', 'none')).error).toBeNull()
    expect((await backend.as.contributor.rpc('get_notification_choices')).data).toEqual([
      { kind: 'assigned', choice: 'mail' },
      { kind: 'due', choice: 'mail' },
      { kind: 'submitted', choice: 'mail' },
      { kind: 'sent_back', choice: 'mail' },
      { kind: 'mentioned', choice: 'mail' },
      { kind: 'commented', choice: 'none' },
      { kind: 'published', choice: 'bell' },
    ])
  })

  test('not to be told keeps a kind from the bell, also afterwards', async () => {
    const { id: article } = await story()
    await choose('contributor', 'commented', 'none')
    await thread('editor', article, 'One')
    await choose('contributor', 'commented', 'bell')
    expect(await told()).toEqual([])
    await thread('editor', article, 'Two')
    expect(await told()).toEqual(['commented contributor'])
  })

  test('is nobody else’s to make', async () => {
    const { error } = await backend.as.editor
      .from('notification_choices')
      .insert({ profile_id: id.contributor, kind: 'due', choice: 'none' })
    expect(error?.code).toBe('42501')
  })
})

interface ClaimedMail {
  id: string
  email: string
  lines: { ids: string[]; title: string }[]
}

async function claim(): Promise<ClaimedMail | null> {
  const { data, error } = await backend.service.rpc('claim_mail')
  if (error) throw new Error(error.message)
  const [mail] = data as { id: string; email: string; content: Pick<ClaimedMail, 'lines'> }[]
  return mail === undefined ? null : { id: mail.id, email: mail.email, ...mail.content }
}

const finish = async (p_id: string, p_error: string | null) => {
  const { error } = await backend.service.rpc('finish_mail', { p_id, p_error })
  if (error) throw new Error(error.message)
}

/** Lets time pass for notifications and mails. */
async function pass(minutes: number): Promise<void> {
  const back = (column: string) => `${column} = ${column} - interval '1 minute' * ${minutes}`
  await backend.sql(`update public.notifications set ${back('created_at')}, ${back('mailed_at')}`)
  await backend.sql(`update private.mails set ${back('due_at')}, ${back('sent_at')}`)
}

describe('the mail', () => {
  test('collects what waits five minutes after the first, except what was read', async () => {
    const submit = async () => change('contributor', 'articles', (await story()).id, { status: 'review' })
    await submit()
    expect(await claim()).toBeNull()
    await pass(4)
    await submit()
    await submit()
    const read = (await lines('editor'))[0]
    await backend.as.editor.rpc('read_notifications', { p_ids: read?.ids })
    expect(await claim()).toBeNull()
    await pass(1)
    const first = await claim()
    const second = await claim()
    expect([first, second].map((mail) => [mail?.email, mail?.lines.length]).toSorted()).toEqual([
      ['editor@mantel.example', 2],
      ['super_admin@mantel.example', 3],
    ])
    expect(await claim()).toBeNull()
  })

  const kinds = ['assigned', 'due', 'submitted', 'sent_back', 'mentioned', 'commented', 'published']
  test.each(kinds)('an hour is not waited for where somebody waits for the answer: %s', async (kind) => {
    const { id: article_id } = await story()
    const tell = async (what: string) => {
      const thread_id = await thread('editor', article_id, what)
      await backend.sql('delete from public.notifications where mailed_at is null')
      await backend.sql(
        `insert into public.notifications (recipient_id, kind, article_id, comment_id, due_on, by_mail)
         select $1::uuid, $2::public.notification_kind, $3::uuid,
           case when $2 in ('mentioned', 'commented') then c.id end, case when $2 = 'due' then current_date end, true
         from public.comments c where c.thread_id = $4::uuid`,
        [id.contributor, kind, article_id, thread_id],
      )
    }
    await backend.as.contributor
      .from('notification_choices')
      .upsert({ profile_id: id.contributor, kind, choice: 'mail' })
    const isAtOnce = ['sent_back', 'mentioned'].includes(kind)
    await tell('One')
    const first = await claim()
    expect(first !== null).toBe(isAtOnce)
    if (first === null) await pass(5)
    await finish((first ?? (await claim()))?.id ?? '', null)
    await tell('Two')
    const second = await claim()
    expect(second !== null).toBe(isAtOnce)
    if (second === null) return
    // One whose mail cannot be sent is not asked for at every look.
    await finish(second.id, 'The server is down')
    await tell('Three')
    expect(await claim()).toBeNull()
    await pass(5)
    expect(await claim()).not.toBeNull()
  })

  test('goes only for kinds that are chosen, now and when it happened', async () => {
    const { id: article } = await story()
    await thread('editor', article, 'Not by mail')
    await backend.as.contributor
      .from('notification_choices')
      .upsert({ profile_id: id.contributor, kind: 'commented', choice: 'mail' })
    await pass(10)
    expect(await claim()).toBeNull()
    await thread('editor', article, 'By mail')
    await backend.as.contributor
      .from('notification_choices')
      .upsert({ profile_id: id.contributor, kind: 'commented', choice: 'bell' })
    await pass(10)
    expect(await claim()).toBeNull()
  })

  test('says nothing that is older than a week', async () => {
    await thread('editor', (await story()).id, `<@${id.contributor}>`)
    await pass(8 * 24 * 60)
    expect(await claim()).toBeNull()
  })

  test('goes only to an address that its owner has confirmed', async () => {
    await thread('editor', (await story({ author_id: id.other })).id, `<@${id.other}>`)
    await pass(10)
    expect(await claim()).toBeNull()
  })

  test('says what the bell says, and nothing of stories that its recipient may not read', async () => {
    const hidden = await story({ title: 'Secret' })
    const shown = await story(published({ title: 'Known' }))
    for (const { id: article } of [hidden, shown]) {
      await invite(article)
      await thread('editor', article, `<@${id.viewer}>, look`)
    }
    await pass(10)
    const mail = await claim()
    expect(mail?.lines).toEqual(await lines('viewer'))
    expect(JSON.stringify(mail)).not.toContain('Secret')
  })

  test('whose story was taken away while it was sent does not keep others waiting', async () => {
    const { id: article } = await story(published())
    const { id: other } = await story(published({ title: 'Other' }))
    for (const one of [article, other]) await invite(one)
    await thread('editor', article, `<@${id.viewer}>, look`)
    await pass(10)
    expect(await claim()).not.toBeNull()
    await change('editor', 'articles', article, { status: 'draft' })
    await thread('editor', other, `<@${id.viewer}>, here`)
    await pass(10)
    expect(await claim()).toBeNull()
    expect((await claim())?.lines).toMatchObject([{ title: 'Other' }])
  })

  test('of one person with thousands of lines keeps nobody else waiting, and takes one claim', async () => {
    await backend.sql(
      `with stories as (
         insert into public.articles (title, slug, author_id) select 'A house', 'a-house-' || n, $1::uuid
         from generate_series(1, 10000) n returning id)
       insert into public.notifications (recipient_id, kind, article_id, by_mail)
       select $1::uuid, 'assigned', id, true from stories`,
      [id.contributor],
    )
    await insertRow(backend, 'notifications', {
      recipient_id: id.editor,
      kind: 'assigned',
      article_id: (await story()).id,
      by_mail: true,
    })
    await pass(10)
    const claimed = [await claim(), await claim(), await claim()]
    expect(claimed.map((mail) => mail && [mail.email, mail.lines.length])).toEqual([
      ['contributor@mantel.example', 200],
      ['editor@mantel.example', 1],
      null,
    ])
    for (const mail of claimed) if (mail !== null) await finish(mail.id, null)
    await pass(120)
    expect(await claim()).toBeNull()
  })

  test('whose lines cannot be read counts as failed and is tried again later, and the next one goes', async () => {
    const [former] = await backend.sql<{ source: string }>(
      `select pg_get_functiondef('private.first_words(public.comments)'::regprocedure) as source`,
    )
    await thread('editor', (await story()).id, `<@${id.contributor}> broken`)
    await pass(1)
    await thread('contributor', (await story()).id, `<@${id.editor}>`)
    await backend.sql(`create or replace function private.first_words(p_comment public.comments) returns text
      language plpgsql stable security definer set search_path = '' as $$
      begin
        if p_comment.body like '%broken%' then raise exception 'No words'; end if;
        return p_comment.body;
      end $$`)
    await pass(10)
    expect((await claim())?.email).toBe('editor@mantel.example')
    expect(await claim()).toBeNull()
    const failed = await backend.sql(
      `select attempts, error, due_at > now() as waits from private.mails where profile_id = $1::uuid`,
      [id.contributor],
    )
    expect(failed).toEqual([{ attempts: 1, error: 'No words', waits: true }])
    await backend.sql(former?.source ?? '')
    await pass(10)
    expect((await claim())?.email).toBe('contributor@mantel.example')
  })

  test('leaves the request with the rights that it had', async () => {
    await thread('editor', (await story()).id, `<@${id.contributor}>`)
    await pass(10)
    const [row] = await backend.sql<{ mails: number; role: string; claims: string | null }>(
      `select (select count(*)::integer from public.claim_mail()) as mails, current_setting('role') as role,
         nullif(current_setting('request.jwt.claims', true), '') as claims`,
    )
    expect(row).toEqual({ mails: 1, role: 'none', claims: null })
  })

  test('is claimed by one of several senders', async () => {
    const { id: article } = await story({ author_id: id.other })
    for (const [caller, name] of [
      ['editor', 'contributor'],
      ['contributor', 'editor'],
      ['contributor', 'super_admin'],
    ] as const)
      await thread(caller, article, `<@${id[name]}>`)
    await pass(10)
    const claimed = await Promise.all(Array.from({ length: 6 }, claim))
    expect(claimed.map((mail) => mail?.email ?? '').toSorted()).toEqual([
      '',
      '',
      '',
      'contributor@mantel.example',
      'editor@mantel.example',
      'super_admin@mantel.example',
    ])
  })

  test.each([1, 2, 3, 4])(
    'of comments is never one of two within an hour; nothing is lost and nothing told twice (%i)',
    async (seed) => {
      const random = seededRandom(seed)
      const articles = [await story(), await story(), await story()]
      await backend.as.contributor
        .from('notification_choices')
        .upsert({ profile_id: id.contributor, kind: 'commented', choice: 'mail' })
      let now = 0
      const sentAt: number[] = []
      /** How often a notification was in a mail that was sent, by its id. */
      const inMails = new Map<string, number>()
      const read = new Set<string>()
      let underWay: ClaimedMail | null = null

      const end = async (outcome: 'sent' | 'failed' | 'killed') => {
        if (underWay === null) return
        if (outcome !== 'killed') await finish(underWay.id, outcome === 'sent' ? null : 'The server is down')
        if (outcome === 'sent') {
          sentAt.push(now)
          for (const one of underWay.lines.flatMap(({ ids }) => ids))
            inMails.set(one, (inMails.get(one) ?? 0) + 1)
        }
        underWay = null
      }
      const steps = {
        comment: () => thread('editor', random.pick(articles).id, 'Which street?'),
        wait: async () => {
          const minutes = random.pick([1, 3, 10, 25, 70])
          // No sender takes longer than a minute.
          if (minutes > 1) await end(random.pick(['sent', 'sent', 'failed', 'killed']))
          now += minutes
          await pass(minutes)
        },
        claim: async () => {
          underWay ??= await claim()
        },
        end: () => end(random.pick(['sent', 'failed', 'killed'])),
        read: async () => {
          const all = await lines('contributor', true)
          if (underWay !== null || all.length === 0) return
          const { ids } = random.pick(all)
          for (const one of ids) read.add(one)
          await backend.as.contributor.rpc('read_notifications', { p_ids: ids })
        },
      }
      const names = Object.keys(steps) as (keyof typeof steps)[]
      for (let step = 0; step < 100; step += 1)
        await steps[random.pick([...names, 'comment', 'comment', 'wait', 'claim', 'claim'] as const)]()
      for (let rest = 0; rest < 3; rest += 1) {
        await end('killed')
        now += 61
        await pass(61)
        underWay = await claim()
        await end('sent')
      }

      expect(sentAt.length).toBeGreaterThan(1)
      expect(sentAt.filter((time, at) => at > 0 && time - (sentAt[at - 1] ?? 0) < 60)).toEqual([])
      const all = await backend.sql<{ id: string }>('select id from public.notifications')
      const untold = all.filter((one) => (inMails.get(one.id) ?? 0) + (read.has(one.id) ? 1 : 0) === 0)
      expect(untold).toEqual([])
      expect([...inMails.values()].filter((mails) => mails > 1)).toEqual([])
    },
  )
})
