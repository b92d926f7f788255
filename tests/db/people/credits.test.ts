import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RefusedCheck, refusalText } from '../../../src/domain/story/checks.ts'
import { type Credit, MAX_CREDITS } from '../../../src/domain/story/credit.ts'
import { type Backend, addPerson, draft, insertRow, openBackend, published } from '../support/backend.ts'

let backend: Backend
/** The ids of the roles by name. */
let roles: Record<string, string>
beforeAll(async () => {
  backend = await openBackend()
  const rows = await backend.sql<{ id: string; name: string }>('select id, name from public.credit_roles')
  roles = Object.fromEntries(rows.map(({ id, name }) => [name, id]))
})
afterAll(() => backend.close())

const credit = (person_id: string, role = 'Photographs'): Credit => ({
  person_id,
  role_id: roles[role] ?? role,
})

async function person(name = `Nuno ${randomUUID().slice(0, 8)}`, more: object = {}): Promise<string> {
  return (await insertRow(backend, 'author_profiles', { name, slug: `p-${randomUUID()}`, ...more })).id
}

async function story(credits: unknown, more: object = {}): Promise<string> {
  return (await insertRow(backend, 'articles', published({ credits, ...more }))).id
}

async function stored(id: string): Promise<{ credits: Credit[] | null; version: number }> {
  const [row] = await backend.sql<{ credits: Credit[] | null; version: number }>(
    'select credits, version from public.articles where id = $1::uuid',
    [id],
  )
  if (row === undefined) throw new Error('no such article')
  return row
}

describe('the roles', () => {
  test('are Words, Photographs, Styling, Illustration, Architect and Thanks at first, as visitors read them', async () => {
    const { data } = await backend.as.anon.from('credit_roles').select('name, is_words').order('position')
    expect(data?.map(({ name }) => name as string)).toEqual([
      ...['Words', 'Photographs', 'Styling', 'Illustration', 'Architect', 'Thanks'],
    ])
    expect(data?.filter(({ is_words }) => is_words === true)).toMatchObject([{ name: 'Words' }])
  })

  test.each(['anon', 'viewer', 'contributor', 'editor'] as const)('%s cannot change them', async (caller) => {
    const table = () => backend.as[caller].from('credit_roles')
    const added = await table().insert({ name: 'Sound', byline: 'sound by' })
    expect(added.error?.code).toBe('42501')
    await table().update({ name: 'Words!' }).eq('name', 'Words')
    await table().delete().eq('name', 'Thanks')
    const { data } = await backend.as.anon.from('credit_roles').select('name')
    expect(data?.map(({ name }) => name as string)).toEqual(expect.arrayContaining(['Words', 'Thanks']))
  })

  test('are added, renamed and deleted by super admins, but there is always exactly one of the writers', async () => {
    const table = () => backend.as.super_admin.from('credit_roles')
    expect((await table().insert({ name: 'Sound', byline: 'sound by' })).error).toBeNull()
    expect((await table().insert({ name: ' sound', byline: 'sound by' })).error?.code).toBe('23505')
    expect((await table().update({ byline: 'music by' }).eq('name', 'Sound')).error).toBeNull()
    expect((await table().update({ is_words: true }).eq('name', 'Sound')).error?.code).toBe('42501')
    expect((await table().delete().eq('name', 'Words')).error?.message).toBe(
      'The role of the writers cannot be deleted',
    )
    expect((await table().delete().eq('name', 'Sound')).error).toBeNull()
  })

  test('stay while a story has them', async () => {
    const { id: role } = await insertRow(backend, 'credit_roles', { name: 'Garden', byline: 'garden by' })
    const one = await story([credit(await person(), role)])
    const remove = () => backend.as.super_admin.from('credit_roles').delete().eq('id', role)
    expect((await remove()).error?.message).toBe('“Garden” is a role in 1 story')
    await backend.sql('delete from public.articles where id = $1::uuid', [one])
    expect((await remove()).error).toBeNull()
  })
})

describe('the credits of a story', () => {
  test('are stored once each, in their order, without deleted people and roles', async () => {
    const [a, b, gone] = [await person(), await person(), randomUUID()]
    const id = await story([
      { ...credit(b, 'Thanks'), more: 1 },
      credit(gone),
      credit(a),
      credit(a, randomUUID()),
      credit(b),
      credit(b, 'Thanks'),
    ])
    expect((await stored(id)).credits).toEqual([credit(b, 'Thanks'), credit(a), credit(b)])
    expect((await stored(await story([credit(gone)]))).credits).toBeNull()
    expect((await stored(await story([]))).credits).toBeNull()
  })

  test.each([
    ['text', 'Nuno'],
    ['an object', { person_id: randomUUID(), role_id: randomUUID() }],
    ['a person without role', [{ person_id: randomUUID() }]],
    ['something else than ids', [{ person_id: 'Nuno', role_id: 'Photographs' }]],
    ['nothing', [null]],
  ])('are refused when they are %s', async (_, credits) => {
    const { error } = await backend.as.editor.from('articles').insert(draft({ credits }))
    expect(error?.message).toBe('Credits are a list, each with a person and a role')
  })

  test(`are at most ${MAX_CREDITS}`, async () => {
    const ids = await Promise.all(Array.from({ length: MAX_CREDITS + 1 }, () => person()))
    const save = (count: number) =>
      backend.as.editor
        .from('articles')
        .insert(draft({ credits: ids.slice(0, count).map((id) => credit(id)) }))
    expect((await save(MAX_CREDITS)).error).toBeNull()
    expect((await save(MAX_CREDITS + 1)).error?.message).toBe(
      `Credits must have at most ${MAX_CREDITS} entries`,
    )
  })

  test('are saved with the text: a change is a new version, a revision and an event for the publisher', async () => {
    const [a, b] = [await person(), await person()]
    const id = await story([credit(a)])
    const save = async (credits: Credit[] | null) => {
      const { version } = await stored(id)
      const p_article = { credits }
      const { error } = await backend.as.editor.rpc('save_article', {
        ...{ p_id: id, p_version: version, p_article },
      })
      expect(error).toBeNull()
      const [found] = await backend.sql<{ events: number; credits: Credit[] | null }>(
        `select (select count(*) from public.publish_outbox where entity_id = $1)::int as events,
           (select data -> 'credits' from public.article_revisions where article_id = $1::uuid order by id desc limit 1) as credits`,
        [id],
      )
      return { ...found, isNew: (await stored(id)).version > version }
    }
    const before = await save([credit(a)])
    expect(before.isNew).toBe(false)
    const after = await save([credit(a), credit(b)])
    expect(after).toEqual({
      events: (before.events ?? 0) + 1,
      credits: [credit(a), credit(b)],
      isNew: true,
    })
    expect(await save([credit(b), credit(a)])).toMatchObject({ isNew: true })
    expect(await save(null)).toMatchObject({ isNew: true, credits: null })
  })

  test('are written by contributors in their own drafts only, with people that there are', async () => {
    const someone = await person()
    const { contributor } = backend.as
    const own = await insertRow(backend, 'articles', draft({ author_id: backend.id.contributor }))
    const others = await insertRow(backend, 'articles', draft({ author_id: backend.id.editor }))
    const out = await story(null, { author_id: backend.id.contributor })
    const save = (p_id: string, p_version: number) =>
      contributor.rpc('save_article', { p_id, p_version, p_article: { credits: [credit(someone)] } })
    expect((await save(own.id, own.version)).error).toBeNull()
    expect((await stored(own.id)).credits).toEqual([credit(someone)])
    expect((await save(others.id, others.version)).error?.code).toBe('42501')
    expect((await save(out, 1)).error?.code).toBe('42501')
    const { error } = await contributor.from('author_profiles').insert({ name: 'Guest', slug: '' })
    expect(error?.code).toBe('42501')
  })

  test('lose a person who is deleted, and templates do', async () => {
    const [a, b] = [await person(), await person()]
    const id = await story([credit(a), credit(b)])
    const template = await insertRow(backend, 'article_templates', {
      name: randomUUID(),
      credits: [credit(a)],
    })
    const { error } = await backend.as.editor.from('author_profiles').delete().eq('id', a)
    expect(error).toBeNull()
    expect((await stored(id)).credits).toEqual([credit(b)])
    const { data } = await backend.service.from('article_templates').select('credits').eq('id', template.id)
    expect(data).toEqual([{ credits: null }])
  })

  test('stay as they are when an account goes', async () => {
    const account = await addPerson(backend)
    const a = await person(undefined, { profile_id: account })
    const id = await story([credit(a, 'Words')])
    await backend.sql('delete from auth.users where id = $1::uuid', [account])
    expect((await stored(id)).credits).toEqual([credit(a, 'Words')])
  })
})

/** The ids of the published stories that the readers' search finds. */
async function found(args: object): Promise<string[]> {
  const { data, error } = await backend.as.anon.rpc('find_stories', { p_take: 100, ...args })
  if (error) throw new Error(error.message)
  const { stories, close } = data as { stories: { id: string }[]; close?: { stories: { id: string }[] } }
  return [...stories, ...(close?.stories ?? [])].map(({ id }) => id).sort()
}

describe('readers find a story by the names of its people', () => {
  test('in its credits, also after a person was renamed, and by its owner’s name only without credits', async () => {
    const name = `Quillon ${randomUUID().slice(0, 8)}`
    const [account, a] = [await addPerson(backend), await person(`Ottoline ${randomUUID().slice(0, 8)}`)]
    await backend.sql('update public.profiles set full_name = $1 where id = $2::uuid', [name, account])
    const own = await story(null, { author_id: account })
    const credited = await story([credit(a), credit(a, 'Styling')], { author_id: account })
    const [{ name: present } = { name: '' }] = await backend.sql<{ name: string }>(
      'select name from public.author_profiles where id = $1::uuid',
      [a],
    )
    expect(await found({ p_author: name })).toEqual([own])
    expect(await found({ p_author: present })).toEqual([credited])
    expect(await found({ p_text: present.toLowerCase() })).toEqual([credited])
    expect(await found({ p_text: name.toLowerCase() })).toEqual([own])

    const renamed = `Perpetua ${randomUUID().slice(0, 8)}`
    await backend.service.from('author_profiles').update({ name: renamed }).eq('id', a)
    // Links to the stories of a person by a former name go on finding them.
    expect(await found({ p_author: present })).toEqual([credited])
    expect(await found({ p_author: renamed })).toEqual([credited])
    expect(await found({ p_text: renamed })).toEqual([credited])

    // The author profile of an account is the person of its stories.
    const profile = await person(`Isolde ${randomUUID().slice(0, 8)}`, { profile_id: account })
    const [{ name: asAuthor } = { name: '' }] = await backend.sql<{ name: string }>(
      'select name from public.author_profiles where id = $1::uuid',
      [profile],
    )
    expect(await found({ p_author: asAuthor })).toEqual([own])
    expect(await found({ p_author: name })).toEqual([])
  })
})

describe('merging two people', () => {
  const merge = (from: string, into: string, caller: 'editor' | 'contributor' = 'editor') =>
    backend.as[caller].rpc('merge_people', { p_from: from, p_into: into })

  test('is for editors, and for two people that there are and that are not the same', async () => {
    const [a, b] = [await person(), await person()]
    expect((await merge(a, b, 'contributor')).error?.code).toBe('42501')
    expect((await merge(a, a)).error?.code).toBe('23514')
    expect((await merge(a, randomUUID())).error?.code).toBe('PT404')
    expect((await merge(randomUUID(), b)).error?.code).toBe('PT404')
    const team = await person('Tomas  REYNE', { team_position: 1 })
    expect((await merge(team, b)).error?.message).toBe(
      '“Tomas  REYNE” belongs to the editorial team and keeps their page',
    )
  })

  test('moves credits once each, texts, account and addresses; later uses of the merged person mean the remaining one', async () => {
    const account = await addPerson(backend)
    const a = await person('Nuno Reis', {
      slug: 'nuno-r',
      bio: 'Sees.',
      email: 'a@b.example',
      profile_id: account,
    })
    const b = await person('Nuno A. Reis', { slug: 'nuno-a-reis', bio: 'Photographs.' })
    const before = await person('N. Reis', { slug: 'n-reis' })
    await backend.service.from('author_profiles').update({ slug: 'nuno-reis-2' }).eq('id', a)
    expect((await merge(before, a)).error).toBeNull()
    const both = await story([credit(a), credit(b), credit(a, 'Thanks')])
    const one = await story([credit(a, 'Words')])
    const copy = { data: { form: { credits: [credit(a)] } }, base_version: 1, article_id: one }
    await backend.as.editor.from('article_working_copies').insert(copy)

    const count = await backend.as.editor.rpc('count_stories_of', { p_person: a })
    expect(count.data).toBe(2)
    expect((await merge(a, b)).error).toBeNull()

    expect((await stored(both)).credits).toEqual([credit(b), credit(b, 'Thanks')])
    expect((await stored(one)).credits).toEqual([credit(b, 'Words')])
    const { data: kept } = await backend.service
      .from('author_profiles')
      .select('name, bio, email, profile_id')
      .eq('id', b)
      .single()
    expect(kept).toEqual({
      ...{ name: 'Nuno A. Reis', bio: 'Photographs.', email: 'a@b.example', profile_id: account },
    })
    const [working] = await backend.sql<{ data: unknown }>(
      'select data from public.article_working_copies where article_id = $1::uuid',
      [one],
    )
    expect(working?.data).toEqual({ form: { credits: [credit(b)] } })
    const redirects = await backend.sql<{ old_slug: string }>(
      `select old_slug from public.slug_redirects where kind = 'author' and entity_id = $1::uuid order by 1`,
      [b],
    )
    expect(redirects.map(({ old_slug }) => old_slug)).toEqual(
      [a, before, 'n-reis', 'n.-reis', 'nuno-r', 'nuno-reis', 'nuno-reis-2'].sort(),
    )
    // An editor that was open, and a revision.
    expect((await stored(await story([credit(a), credit(before), credit(b)]))).credits).toEqual([credit(b)])
  })

  test('of two accounts credits the remaining one in the stories of the other', async () => {
    const [first, second] = [await addPerson(backend), await addPerson(backend)]
    const a = await person('Zita Vale', { profile_id: first })
    const b = await person('Zita de Vale', { profile_id: second })
    const own = await story(null, { author_id: first })
    expect((await merge(a, b)).error).toBeNull()
    expect((await stored(own)).credits).toEqual([credit(b, 'Words')])
  })
})

describe('a person whom a writer proposes', () => {
  const propose = async (name = 'Ana Ferro', caller: 'contributor' | 'editor' = 'contributor') => {
    const { data, error } = await backend.as[caller]
      .from('proposed_people')
      .insert({ name })
      .select()
      .single()
    if (error) throw new Error(error.message)
    return (data as { id: string }).id
  }
  const storyOf = async (person: string) => {
    const row = draft({ author_id: backend.id.contributor, credits: [credit(person)] })
    const { data, error } = await backend.as.contributor
      .from('articles')
      .insert(row)
      .select('id, credits')
      .single()
    if (error) throw new Error(error.message)
    return data
  }
  const publish = (id: string, more: object = {}) =>
    backend.as.editor
      .from('articles')
      .update({ status: 'published', ...more })
      .eq('id', id)
      .select('credits')

  test('is in the credits of the draft, and keeps it from going out until an editor confirms them', async () => {
    const ana = await propose()
    const { id, credits } = await storyOf(ana)
    expect(credits).toEqual([credit(ana)])
    const unmet: RefusedCheck[] = ['people']
    for (const more of [{}, { published_at: '2099-01-01T00:00:00Z' }])
      expect((await publish(id, more)).error).toMatchObject({ code: '23514', message: refusalText(unmet) })
    expect((await backend.as.editor.rpc('confirm_person', { p_id: ana })).error).toBeNull()
    expect((await publish(id)).data).toEqual([{ credits: [credit(ana)] }])
    const { data } = await backend.as.anon.rpc('get_public_author_profiles')
    expect(data).toContainEqual(expect.objectContaining({ id: ana, name: 'Ana Ferro' }))
  })

  test('gives way to somebody who is known already', async () => {
    const ana = await propose()
    const { id } = await storyOf(ana)
    const known = await person('Ana Ferro')
    expect((await publish(id, { credits: [credit(known)] })).data).toEqual([{ credits: [credit(known)] }])
  })

  test('does not come into a story that is out', async () => {
    const out = await story([credit(await person('Known'))])
    const { error } = await backend.as.editor
      .from('articles')
      .update({ credits: [credit(await propose('Ana Ferro', 'editor'))] })
      .eq('id', out)
    expect(error).toMatchObject({ code: '23514' })
  })

  test('is seen by nobody but writers, proposed by nobody else, and confirmed by editors alone', async () => {
    const ana = await propose('Seen by few')
    const names = async (caller: 'anon' | 'viewer' | 'contributor') =>
      (await backend.as[caller].from('proposed_people').select('name').eq('id', ana)).data ?? []
    expect([await names('anon'), await names('viewer'), await names('contributor')]).toEqual([
      [],
      [],
      [{ name: 'Seen by few' }],
    ])
    const shown = await backend.as.anon.rpc('get_public_author_profiles')
    expect(JSON.stringify(shown.data)).not.toContain('Seen by few')
    for (const caller of ['anon', 'viewer'] as const)
      expect((await backend.as[caller].from('proposed_people').insert({ name: 'X' })).error).not.toBeNull()
    for (const caller of ['anon', 'viewer', 'contributor'] as const)
      expect((await backend.as[caller].rpc('confirm_person', { p_id: ana })).error).toMatchObject({
        code: '42501',
      })
    await backend.as.editor.rpc('confirm_person', { p_id: ana })
    const again = await backend.as.editor.rpc('confirm_person', { p_id: ana })
    expect(again.error).toMatchObject({ code: 'PT404' })
  })

  test('is one of fifty a day', async () => {
    const propose = (number: number) =>
      backend.as.super_admin
        .from('proposed_people')
        .insert(Array.from({ length: number }, (_, at) => ({ name: `Person ${at}` })))
    expect((await propose(50)).error).toBeNull()
    expect(await propose(1)).toMatchObject({
      status: 429,
      error: { message: 'Nobody can add more than 50 proposed people in 24 hours' },
    })
  })
})

describe('the owner of a story, credited beside others', () => {
  type Caller = 'contributor' | 'editor'
  const ask = (account: string, caller: Caller) =>
    backend.as[caller].rpc('credit_account', { p_account: account })
  const idOf = async (account: string, caller: Caller): Promise<string> => {
    const { data, error } = await ask(account, caller)
    if (error) throw new Error(error.message)
    return data as string
  }
  const authorOf = async (account: string) =>
    backend.sql<{ id: string; name: string }>(
      'select id, name from public.author_profiles where profile_id = $1::uuid',
      [account],
    )
  const newWriter = async (name: string | null = `Mina ${randomUUID().slice(0, 8)}`, isConfirmed = false) => {
    const id = await addPerson(backend)
    await backend.sql('update public.profiles set full_name = $1 where id = $2::uuid', [name, id])
    await backend.sql('update public.profiles set name_confirmed = $1 where id = $2::uuid', [isConfirmed, id])
    return id
  }

  test('is the author of the account, also an author found by a confirmed name', async () => {
    const account = await newWriter()
    const author = await person('Mina of the account', { profile_id: account })
    expect(await idOf(account, 'editor')).toBe(author)

    const name = `Greta ${randomUUID().slice(0, 8)}`
    const confirmed = await newWriter(name, true)
    const unclaimed = await person(name)
    expect(await idOf(confirmed, 'editor')).toBe(unclaimed)
  })

  test('becomes an author of that account when an editor credits them', async () => {
    const name = `Mina ${randomUUID().slice(0, 8)}`
    const account = await newWriter(name)
    const id = await idOf(account, 'editor')
    expect(await authorOf(account)).toEqual([{ id, name }])
    expect(await idOf(account, 'editor')).toBe(id)
  })

  test('is proposed by themselves, once, and an editor confirms them with their account', async () => {
    const me = backend.id.contributor
    const id = await idOf(me, 'contributor')
    expect(await idOf(me, 'contributor')).toBe(id)
    expect(await authorOf(me)).toEqual([])
    expect((await backend.as.editor.rpc('confirm_person', { p_id: id })).error).toBeNull()
    expect(await authorOf(me)).toMatchObject([{ id }])
    await backend.sql('delete from public.author_profiles where id = $1::uuid', [id])
  })

  test('is credited as the author that the account has when it is confirmed', async () => {
    const me = backend.id.contributor
    const proposed = await idOf(me, 'contributor')
    const one = (await insertRow(backend, 'articles', draft({ credits: [credit(proposed, 'Words')] }))).id
    const author = await person('Mina, synced', { profile_id: me })
    expect((await backend.as.editor.rpc('confirm_person', { p_id: proposed })).error).toBeNull()
    expect((await stored(one)).credits).toEqual([credit(author, 'Words')])
    await backend.sql('delete from public.author_profiles where id = $1::uuid', [author])
  })

  test('gets nobody’s name by being credited: an editor decides', async () => {
    const name = `Known ${randomUUID().slice(0, 8)}`
    await person(name)
    const account = await newWriter(name)
    const id = await idOf(account, 'editor')
    expect(await authorOf(account)).toEqual([])
    const { data } = await backend.as.editor.from('proposed_people').select('name').eq('id', id)
    expect(data).toEqual([{ name }])
  })

  test('is nobody where the account has no name', async () => {
    expect((await ask(await newWriter(null), 'editor')).data).toBeNull()
  })

  test('is credited by editors and by themselves alone', async () => {
    expect((await ask(await newWriter(), 'contributor')).error).toMatchObject({ code: '42501' })
  })
})
