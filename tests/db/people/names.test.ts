import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasHiddenCharacters, nameKey } from '../../../src/domain/people/person-name.ts'
import { type Backend, addPerson, draft, insertRow, openBackend, published } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  await backend.sql('delete from public.articles')
  await backend.sql('delete from public.author_profiles')
  await backend.sql('delete from public.name_requests')
  await backend.sql('update public.profiles set full_name = null')
  await backend.sql('update public.profiles set name_confirmed = false')
})

const REFUSED = 'A name cannot have control characters or other characters that cannot be seen'
const SPELLINGS = [
  'Ines Abril',
  ' INES  abril',
  'Inés-Ábril',
  'Ｉｎｅｓ Ａｂｒｉｌ',
  'Іnеs Аbrіl',
  'Ines\u200dAbril',
  'Ines Abrıl',
  'ɪɴᴇs ᴀʙʀɪʟ',
  'Iпes ꭺbril',
  'Ines Ꭺbril',
  'ɪɴᴇꜱ ᴀʙʀɪʟ',
  'ꓲꓠꓰꓢ ꓮꓐꓣꓲꓡ',
  'Iոes Abrɩl',
  'IneᏕ Abril',
  '\u{1ccde}nes Abril',
  'Ines\u1680Abril',
]
const HIDDEN = [
  'Ines\u0000',
  'Ines\tAbril',
  '\u202eInes',
  'Ines\u2066',
  'Ines\u200bAbril',
  '\ufeffInes',
  'Ines\u{e0041}',
  'Ines\u{1d173}',
  'Ines\u{1bca0}',
  'Ines\u{13430}',
  'Ines\u{16fe4}',
  'Ines\u{e0fff}',
  'Ines\u{1d159}',
  'Ines\u{110bd}',
  'Ines\u0600',
  'Ines\u06dd',
  'Ines\u070f',
  'Ines\u08e2',
  'Ines\ue000',
  'Ines\u{f0000}',
  'Ines\ufdd0',
  'Ines\u{1ffff}',
  'Ines\u0378',
  'Ines\ufff0',
  'Ines\u{50000}',
]
const PLAIN = [
  'Zoë Ångström',
  '東京',
  'Ünal-Øster',
  'O’Neil',
  'Ιωάννης',
  'İsmet',
  'Straße',
  'محمد علی',
  'نیلوفر می\u200cخواهد',
  'क्\u200dष देवी',
  'Łukasz Ćwikła',
  'Işıl Çağrı',
  'Ελένη',
  'Олег Попов',
  'ᏣᎳᎩ',
  '李小龍',
  '葛\u{e0100}城',
  '···',
  '',
]

async function profile(id: string) {
  const [row] = await backend.sql<{ full_name: string | null; name_confirmed: boolean }>(
    'select full_name, name_confirmed from public.profiles where id = $1::uuid',
    [id],
  )
  return row
}

function rename(caller: 'viewer' | 'contributor' | 'editor' | 'super_admin', full_name: string, id?: string) {
  return backend.as[caller]
    .from('profiles')
    .update({ full_name })
    .eq('id', id ?? backend.id[caller])
}

/** A draft of the contributor, published by the editor. Returns the error. */
async function publish(author_id = backend.id.contributor) {
  const { id } = await insertRow(backend, 'articles', draft({ author_id }))
  return (await backend.as.editor.from('articles').update({ status: 'published' }).eq('id', id)).error
}

test('the database and the forms compare names alike and refuse the same characters', async () => {
  for (const name of [...SPELLINGS, ...HIDDEN.slice(1), ...PLAIN]) {
    const [row] = await backend.sql<{ key: string | null; is_hidden: boolean }>(
      'select private.name_key($1) as key, private.without_hidden_characters($1) <> $1 as is_hidden',
      [name],
    )
    expect(row, name).toEqual({ key: nameKey(name) || null, is_hidden: hasHiddenCharacters(name) })
  }
  for (const name of SPELLINGS) expect(nameKey(name)).toBe('inesabril')
  for (const name of HIDDEN) expect(hasHiddenCharacters(name), name).toBe(true)
})

/** Every character of Unicode but U+0000, which PostgreSQL does not have. */
const CHARACTERS = Array.from({ length: 0x10ffff }, (_, index) => index + 1)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))

test('the database refuses every character that the forms refuse, and no other', async () => {
  const [row] = await backend.sql<{ text: string }>('select private.without_hidden_characters($1) as text', [
    CHARACTERS.join(''),
  ])
  const left = CHARACTERS.map((character) => (hasHiddenCharacters(character) ? ' ' : character))
  // Not toBe: it would print a million characters.
  expect(row?.text === left.join('')).toBe(true)
})

test('the database takes every character for a Latin letter that the forms take for one', async () => {
  const expected = CHARACTERS.map((character) => ({ character, key: nameKey(character) })).filter(({ key }) =>
    /^[a-z]$/.test(key),
  )
  const keys = await backend.sql<{ character: string; key: string }>(
    `select character, private.name_key(character) as key
     from jsonb_array_elements_text($1::jsonb) with ordinality as character (character, place) order by place`,
    [JSON.stringify(expected.map(({ character }) => character))],
  )
  expect(keys).toEqual(expected)
})

describe('characters that cannot be seen', () => {
  test('are refused in the names of accounts and authors', async () => {
    for (const name of HIDDEN.slice(1)) {
      const { error } = await rename('viewer', name)
      expect([error?.code, error?.message], name).toEqual(['23514', REFUSED])
      const author = await backend.as.editor.from('author_profiles').insert({ name, slug: '' })
      expect(author.error?.message, name).toBe(REFUSED)
    }
  })

  test('are left out of the name that somebody signs up with', async () => {
    const { data } = await backend.service.auth.admin.createUser({
      email: `${randomUUID()}@example.com`,
      user_metadata: { full_name: '\u202eInes\u0007Abril' },
    })
    expect(await profile(data.user?.id ?? '')).toEqual({ full_name: 'Ines Abril', name_confirmed: false })
  })
})

describe('a public name', () => {
  test('is changed freely by people without published stories, who may then not publish as an author', async () => {
    for (const name of ['Ines Abril', 'Wren Okafor'])
      await insertRow(backend, 'author_profiles', { name, slug: randomUUID() })
    for (const name of [...SPELLINGS, 'wren okafor']) {
      expect((await rename('contributor', name)).error).toBeNull()
      const error = await publish()
      expect([error?.code, error?.message], name).toEqual([
        '23514',
        `“${name}” is the name of an author. Confirm under Authors that it is also the name of this account, or choose another author.`,
      ])
    }
    expect((await rename('contributor', 'Somebody Else')).error).toBeNull()
    expect(await publish()).toBeNull()
  })

  test('of an author is refused for a reassigned, restored or inserted story, too', async () => {
    await insertRow(backend, 'author_profiles', { name: 'Ines Abril', slug: randomUUID() })
    await rename('contributor', 'Ines Abril')
    const { id } = await insertRow(backend, 'articles', published())
    const articles = () => backend.as.super_admin.from('articles')
    const code = async (request: PromiseLike<{ error: { code: string } | null }>) =>
      (await request).error?.code
    expect(await code(articles().update({ author_id: backend.id.contributor }).eq('id', id))).toBe('23514')
    expect(await code(articles().insert(published({ author_id: backend.id.contributor })))).toBe('23514')
    const trashed = await insertRow(
      backend,
      'articles',
      published({ author_id: backend.id.contributor, deleted_at: new Date().toISOString() }),
    )
    expect(await code(articles().update({ deleted_at: null }).eq('id', trashed.id))).toBe('23514')
  })

  test('of a published account is an author’s, too', async () => {
    const other = await addPerson(backend)
    await backend.sql(`update public.profiles set full_name = 'Noor Haddad' where id = $1::uuid`, [other])
    await insertRow(backend, 'articles', published({ author_id: other }))
    await rename('contributor', 'noor  haddad')
    expect((await publish())?.code).toBe('23514')
  })

  test('of the author who is linked to the account needs no confirmation', async () => {
    await insertRow(backend, 'author_profiles', {
      name: 'Ines Abril',
      slug: randomUUID(),
      profile_id: backend.id.contributor,
    })
    await rename('contributor', 'Ines Abril')
    expect(await publish()).toBeNull()
  })

  test.each(['viewer', 'contributor'] as const)(
    'is changed by an editor alone once a %s has published stories',
    async (caller) => {
      await rename(caller, 'Wren Okafor')
      await insertRow(backend, 'articles', published({ author_id: backend.id[caller] }))
      const { error } = await rename(caller, 'Ines Abril')
      expect([error?.code, error?.message]).toEqual([
        '42501',
        'You have published stories: ask an editor for a new public name',
      ])
      expect((await profile(backend.id[caller]))?.full_name).toBe('Wren Okafor')
      expect((await rename('super_admin', 'Wren Adeyemi', backend.id[caller])).error).toBeNull()
      expect(await profile(backend.id[caller])).toEqual({ full_name: 'Wren Adeyemi', name_confirmed: true })
    },
  )

  test('cannot be confirmed by its owner', async () => {
    const { error } = await backend.as.contributor
      .from('profiles')
      .update({ name_confirmed: true })
      .eq('id', backend.id.contributor)
    expect(error?.code).toBe('42501')
    for (const caller of ['viewer', 'contributor'] as const) {
      const answer = await backend.as[caller].rpc('set_public_name', {
        p_profile: backend.id[caller],
        p_name: 'Ines Abril',
      })
      expect(answer.error?.code).toBe('42501')
    }
  })
})

describe('a request for a public name', () => {
  const questions = async (caller: 'editor' | 'contributor' = 'editor') =>
    (await backend.as[caller].rpc('get_name_questions')).data as object[]
  const accept = (p_profile: string, p_name: string) =>
    backend.as.editor.rpc('set_public_name', { p_profile, p_name })

  test('is seen and accepted by editors, and renames the author profile of the account', async () => {
    const id = backend.id.contributor
    await rename('contributor', 'Wren Okafor')
    const { id: author } = await insertRow(backend, 'author_profiles', {
      name: 'Wren Okafor',
      slug: randomUUID(),
      profile_id: id,
    })
    expect(await publish()).toBeNull()
    const asked = await backend.as.contributor
      .from('name_requests')
      .upsert({ profile_id: id, name: 'Wren Adeyemi' })
    expect(asked.error).toBeNull()
    expect(await questions('contributor')).toEqual([])
    expect(await questions()).toMatchObject([
      {
        profile_id: id,
        full_name: 'Wren Okafor',
        asked_name: 'Wren Adeyemi',
        is_request: true,
        is_name_of_another: false,
        author_name: null,
        stories: 1,
      },
    ])
    expect((await accept(id, 'Another Name')).error?.code).toBe('PT409')
    expect((await accept(id, 'Wren Adeyemi')).error).toBeNull()
    expect(await profile(id)).toEqual({ full_name: 'Wren Adeyemi', name_confirmed: true })
    expect(
      await backend.sql('select name from public.author_profiles where id = $1::uuid', [author]),
    ).toEqual([{ name: 'Wren Adeyemi' }])
    expect(await questions()).toEqual([])
  })

  test('is made only by people who must ask', async () => {
    for (const caller of ['viewer', 'contributor', 'editor', 'super_admin'] as const) {
      const { error } = await backend.as[caller].from('name_requests').insert({ name: 'Wren Adeyemi' })
      expect(error?.code, caller).toBe('42501')
    }
  })

  test('that is declined stays for the person, until they ask again', async () => {
    const id = backend.id.contributor
    expect(await publish()).toBeNull()
    const own = backend.as.contributor.from('name_requests')
    const ask = (name: string) => own.upsert({ profile_id: id, name })
    const decline = (caller: 'editor' | 'contributor', p_name: string) =>
      backend.as[caller].rpc('decline_name', { p_profile: id, p_name })
    const seen = async () => (await own.select('name, declined_at').maybeSingle()).data
    expect((await ask('Wren Adeyemi')).error).toBeNull()
    expect((await decline('contributor', 'Wren Adeyemi')).error?.code).toBe('42501')
    expect((await decline('editor', 'Another Name')).error?.code).toBe('PT409')
    expect((await decline('editor', 'Wren Adeyemi')).error).toBeNull()
    expect(await seen()).toEqual({ name: 'Wren Adeyemi', declined_at: expect.any(String) as string })
    expect(await questions()).toEqual([])
    expect((await own.update({ declined_at: null }).eq('profile_id', id)).error?.code).toBe('42501')
    expect((await ask('Wren A. Adeyemi')).error).toBeNull()
    expect(await seen()).toEqual({ name: 'Wren A. Adeyemi', declined_at: null })
    expect(await questions()).toMatchObject([{ asked_name: 'Wren A. Adeyemi' }])
  })

  test('is not needed to be asked about an account that bears the name of an author', async () => {
    const id = backend.id.contributor
    const { id: author } = await insertRow(backend, 'author_profiles', {
      name: 'Ines Abril',
      slug: randomUUID(),
    })
    await rename('contributor', 'inés abril')
    expect(await questions()).toMatchObject([
      {
        profile_id: id,
        asked_name: 'inés abril',
        is_request: false,
        is_name_of_another: true,
        author_name: 'Ines Abril',
        stories: 0,
      },
    ])
    expect((await accept(id, 'inés abril')).error).toBeNull()
    expect(await profile(id)).toEqual({ full_name: 'inés abril', name_confirmed: true })
    const linked = await backend.sql('select profile_id from public.author_profiles where id = $1::uuid', [
      author,
    ])
    expect(linked).toEqual([{ profile_id: id }])
    expect(await publish()).toBeNull()
  })

  test('takes no more comparisons of names with twice the authors', async () => {
    await rename('contributor', 'Writer 7')
    await backend.sql(`set track_functions = 'all'`)
    /** How often names are made comparable for the questions, with this many authors. */
    async function comparisons(authors: number): Promise<number> {
      await backend.sql(
        `insert into public.author_profiles (name, slug)
         select 'Writer ' || n, 'writer-' || n
         from generate_series((select count(*) from public.author_profiles), $1::int - 1) n`,
        [authors],
      )
      // Otherwise PostgreSQL does it in the background, at any time, and may choose another plan from then on.
      await backend.sql('analyze public.author_profiles, public.profiles')
      const calls = async () => {
        await backend.sql('select pg_stat_force_next_flush()')
        const [row] = await backend.sql<{ calls: number }>(
          `select pg_stat_get_function_calls('private.name_key(text)'::regprocedure)::int as calls`,
        )
        return row?.calls ?? 0
      }
      const before = await calls()
      expect(await questions()).toHaveLength(1)
      return (await calls()) - before
    }
    const few = await comparisons(200)
    expect(few).toBeGreaterThan(0)
    expect(await comparisons(400)).toBe(few)
  })

  test('never takes an author from another account', async () => {
    const other = await addPerson(backend)
    const { id: author } = await insertRow(backend, 'author_profiles', {
      name: 'Ines Abril',
      slug: randomUUID(),
      profile_id: other,
    })
    await rename('contributor', 'Ines Abril')
    expect(await questions()).toMatchObject([{ author_name: null, is_name_of_another: true }])
    expect((await accept(backend.id.contributor, 'Ines Abril')).error).toBeNull()
    const linked = await backend.sql('select profile_id from public.author_profiles where id = $1::uuid', [
      author,
    ])
    expect(linked).toEqual([{ profile_id: other }])
    expect(await publish()).toBeNull()
  })
})

test('a confirmed name is published', async () => {
  const { id } = await insertRow(backend, 'articles', published({ author_id: backend.id.contributor }))
  expect(id).not.toBe('')
  await backend.sql('delete from public.publish_outbox')
  await backend.sql(`update public.profiles set name_confirmed = true where id = $1::uuid`, [
    backend.id.contributor,
  ])
  const events = await backend.sql('select entity, entity_id from public.publish_outbox')
  expect(events).toEqual([{ entity: 'profiles', entity_id: backend.id.contributor }])
})

test('whether an address is confirmed is kept with the account', async () => {
  const email = `${randomUUID()}@example.com`
  const { data } = await backend.service.auth.admin.createUser({ email })
  const id = data.user?.id ?? ''
  const isConfirmed = async () =>
    (await backend.sql('select email_confirmed from public.profiles where id = $1::uuid', [id]))[0]
  expect(await isConfirmed()).toEqual({ email_confirmed: false })
  await backend.service.auth.admin.updateUserById(id, { email_confirm: true })
  expect(await isConfirmed()).toEqual({ email_confirmed: true })
})
