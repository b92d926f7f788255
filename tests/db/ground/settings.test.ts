import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { consentVersion } from '../../../src/domain/readers/subscriber.ts'
import { LANGUAGES } from '../../../src/domain/text/language.ts'
import { columnsOf } from '../../../src/content/rows.ts'
import { type Backend, type Caller, CALLERS, openBackend, insertRow } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
afterEach(async () => {
  await backend.sql('delete from private.rate_limits')
  await backend.sql('delete from public.site_settings')
  await backend.sql('delete from public.deploy_settings')
})

const email = () => `${randomUUID()}@example.com`
const message = () => ({ name: 'A reader', message: 'Hello', email: email() })
const set = (settings: object) => insertRow(backend, 'site_settings', { id: randomUUID(), ...settings })

test('the magazine is in a language that has a dictionary', async () => {
  await set({})
  const choose = (language: string) =>
    backend.as.super_admin.from('site_settings').update({ language }).eq('site_name', 'New Magazine')
  for (const language of LANGUAGES) expect((await choose(language)).error).toBeNull()
  for (const language of ['fr', 'de-AT', 'DE', '']) expect((await choose(language)).error?.code).toBe('23514')
})

test('what a form says that a reader agrees to is recorded when it is saved', async () => {
  await set({})
  const wording = 'Wir schreiben „selten“ – bis auf Widerruf. 🏺'
  const form = 'letter-line'
  const change = backend.as.super_admin
    .from('site_settings')
    .update({ texts: { consent_letter_line: wording } })
  expect((await change.neq('version', 0)).error).toBeNull()
  const row = { email: email(), preferences: {}, consent_version: consentVersion(form, wording) }
  expect((await backend.as.anon.from('subscribers').insert(row)).error).toBeNull()
  const [found] = await backend.sql(
    'select consent_source, consent_wording from public.subscribers where email = $1',
    [row.email],
  )
  expect(found).toEqual({ consent_source: form, consent_wording: wording })
})

test('texts are names with texts of at most 4,000 characters', async () => {
  await set({})
  const store = async (texts: unknown) => {
    const settings = backend.as.super_admin.from('site_settings')
    return (await settings.update({ texts: texts as never }).neq('version', 0)).error?.code
  }
  expect(await store({ about_values: 'a'.repeat(4000) })).toBeUndefined()
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, place) => [`text_${place}`, 'A']))
  for (const texts of [
    [],
    'a',
    null,
    { copyright: 1 },
    { copyright: 'a'.repeat(4001) },
    { ['n'.repeat(61)]: '' },
    many,
  ])
    expect(await store(texts)).toMatch(/^23/)
})

describe('switched-off forms', () => {
  test.for(CALLERS)('%s: a closed newsletter refuses subscribers', async (caller) => {
    const insert = () => backend.as[caller].from('subscribers').insert({ email: email() })
    await set({ newsletter_enabled: false, contact_enabled: true })
    expect((await insert()).error?.code).toBe('42501')
    expect((await backend.as.anon.from('contact_messages').insert(message())).error).toBeNull()
    await backend.sql('update public.site_settings set newsletter_enabled = true')
    if (caller === 'anon') expect((await insert()).error).toBeNull()
  })

  test('a closed contact form refuses messages', async () => {
    await set({ newsletter_enabled: true, contact_enabled: false })
    const { error } = await backend.as.anon.from('contact_messages').insert(message())
    expect(error).toMatchObject({ code: '42501', message: 'The contact form is closed' })
    expect((await backend.as.anon.from('subscribers').insert({ email: email() })).error).toBeNull()
  })

  test('without settings everything is open', async () => {
    expect((await backend.as.anon.from('subscribers').insert({ email: email() })).error).toBeNull()
    expect((await backend.as.anon.from('contact_messages').insert(message())).error).toBeNull()
  })
})

describe('closed sign-up', () => {
  const PASSWORD = 'love-where-you-live'
  const knows = async (address: string) =>
    (await backend.sql('select 1 from auth.users where email = $1', [address])).length

  test('refuses sign-ups, but not invitations and accounts with the mark of create-user', async () => {
    await set({ sign_up_open: false })
    const [own, made, waiting, invited, unmarked] = [email(), email(), email(), email(), email()]
    const refused = await backend.as.anon.auth.signUp({ email: own, password: PASSWORD })
    expect(refused.error).not.toBeNull()
    expect(refused.data.user).toBeNull()
    expect(await knows(own)).toBe(0)

    const admin = backend.service.auth.admin
    const marked = { password: PASSWORD, app_metadata: { created_by: backend.id.editor } }
    expect((await admin.createUser({ ...marked, email: made, email_confirm: true })).error).toBeNull()
    expect((await admin.createUser({ ...marked, email: waiting })).error).toBeNull()
    expect((await admin.inviteUserByEmail(invited)).error).toBeNull()
    expect([await knows(made), await knows(waiting), await knows(invited)]).toEqual([1, 1, 1])
    expect((await admin.createUser({ email: unmarked, password: PASSWORD })).error).not.toBeNull()
    expect(await knows(unmarked)).toBe(0)
  })

  // What the auth server inserts in the ways of signing up that write no mail to confirm.
  test.each([
    ['without confirmation', { email_confirmed_at: 'now' }],
    ['anonymously', { is_anonymous: true }],
    ['with OAuth', { email_confirmed_at: 'now', raw_app_meta_data: { provider: 'github' } }],
    ['by a one-time code', { recovery_sent_at: 'now' }],
    ['with a mark of their own', { raw_user_meta_data: { created_by: 'me' }, email_confirmed_at: 'now' }],
  ])('refuses a sign-up %s', async (_, columns) => {
    const address = email()
    const insert = () =>
      backend.sql(
        `insert into auth.users (id, email, is_anonymous, email_confirmed_at, recovery_sent_at, raw_app_meta_data,
           raw_user_meta_data)
         select gen_random_uuid(), $1, coalesce(u.is_anonymous, false), u.email_confirmed_at, u.recovery_sent_at,
           u.raw_app_meta_data, u.raw_user_meta_data
         from jsonb_populate_record(null::auth.users, $2::text::jsonb) u`,
        [address, JSON.stringify(columns)],
      )
    await set({ sign_up_open: false })
    await expect(insert()).rejects.toThrow('Sign-up is closed')
    await backend.sql('update public.site_settings set sign_up_open = true')
    await insert()
    expect(await knows(address)).toBe(1)
  })

  test('lets sign-ups finish that began while it was open', async () => {
    const began = email()
    expect((await backend.as.anon.auth.signUp({ email: began, password: PASSWORD })).error).toBeNull()
    await set({ sign_up_open: false })
    const again = await backend.as.anon.auth.resend({ type: 'signup', email: began })
    expect(again.error).toBeNull()
    await backend.sql('update auth.users set email_confirmed_at = now() where email = $1', [began])
    expect(await knows(began)).toBe(1)
  })
})

describe('settings', () => {
  test('visitors read the settings that pages and the sign-up form need, and no others', async () => {
    const read = (columns: string) => backend.as.anon.from('site_settings').select(columns)
    await set({ tagline: 'one' })
    expect((await read(columnsOf('site_settings'))).data).toEqual([
      expect.objectContaining({ tagline: 'one' }),
    ])
    expect((await read('sign_up_open, min_password_length')).data).toEqual([
      { sign_up_open: true, min_password_length: 6 },
    ])
    for (const columns of ['require_second_factor', '*'])
      expect((await read(columns)).error?.code).toBe('42501')
  })

  test('a save from an old version changes nothing', async () => {
    const { id } = await set({ tagline: 'one' })
    const save = (version: number, tagline: string) =>
      backend.as.super_admin
        .from('site_settings')
        .update({ tagline })
        .eq('id', id)
        .eq('version', version)
        .select('version')
    expect((await save(1, 'two')).data).toEqual([{ version: 2 }])
    expect((await save(1, 'three')).data).toEqual([])
    expect((await save(2, 'two')).data).toEqual([{ version: 2 }])
  })

  test.each([
    ['no name', { site_name: ' ' }],
    ['a link that is not https', { social_url: 'http://example.com' }],
    ['a script as a link', { social_url: 'javascript:alert(1)' }],
    ['an address that is none', { contact_email: 'nobody' }],
  ])('with %s are refused', async (_, settings: object) => {
    const { error } = await backend.as.super_admin.from('site_settings').insert(settings)
    expect(error?.code).toBe('23514')
  })
})

describe('the build hook', () => {
  const SECRET = 'https://api.host.example/hooks/c0ffee?token=c0ffee'

  test('is written by a super admin and readable by nobody', async () => {
    const as = backend.as.super_admin
    expect((await as.from('deploy_settings').insert({ deploy_hook_url: SECRET })).error).toBeNull()
    for (const columns of ['*', 'deploy_hook_url']) {
      expect((await as.from('deploy_settings').select(columns)).error?.code).toBe('42501')
    }
    const filtered = await as.from('deploy_settings').select('id').like('deploy_hook_url', '%c0ffee%')
    expect(filtered.error?.code).toBe('42501')
    const { data } = await as.from('deploy_settings').select('hook_host, version')
    expect(data).toEqual([{ hook_host: 'api.host.example', version: 1 }])
    const { data: rows } = await as
      .from('deploy_settings')
      .update({ deploy_hook_url: null })
      .eq('version', 1)
      .select('hook_host, version')
    expect(rows).toEqual([{ hook_host: null, version: 2 }])
  })

  test.each([
    'https://name:c0ffee@host.example/',
    'https://c0ffee@host.example:8443?x',
    'https://host.example',
  ])('%s: only the host is readable', async (deploy_hook_url) => {
    await insertRow(backend, 'deploy_settings', { deploy_hook_url })
    const { data } = await backend.as.super_admin.from('deploy_settings').select('hook_host')
    expect(data).toEqual([{ hook_host: 'host.example' }])
  })
})

describe('the clock of the magazine', () => {
  const clock = async (caller: Caller) => (await backend.as[caller].rpc('get_clock', {}, { get: true })).data
  const setFirst = (caller: Caller, p_time_zone: string, p_date_language: string | null) =>
    backend.as[caller].rpc('set_first_calendar', { p_time_zone, p_date_language })

  test('tells staff the time of the server, and nobody a zone before one is set', async () => {
    const before = Date.now()
    const answer = (await clock('viewer')) as { now: string }
    expect(answer).toEqual({
      now: expect.any(String) as string,
      time_zone: null,
      date_language: null,
      language: 'en',
    })
    expect(Math.abs(Date.parse(answer.now) - before)).toBeLessThan(60_000)
    expect(await clock('anon')).toBeNull()
  })

  test('takes its first zone from a super admin, and keeps it', async () => {
    for (const caller of ['viewer', 'contributor', 'editor'] as const) {
      expect((await setFirst(caller, 'Asia/Tokyo', null)).error?.code).toBe('42501')
    }
    expect((await setFirst('super_admin', 'Europe/Berlin', 'de')).error).toBeNull()
    expect((await setFirst('super_admin', 'Asia/Tokyo', 'ja')).error).toBeNull()
    expect(await clock('editor')).toMatchObject({ time_zone: 'Europe/Berlin', date_language: null })
    expect(await backend.sql('select site_name from public.site_settings')).toEqual([
      { site_name: 'New Magazine' },
    ])
  })

  test.each([
    ['de', 'de-AT', 'de-AT'],
    ['de', 'fr-FR', 'de'],
    ['en', 'de-AT', null],
  ])(
    'a magazine in "%s" that gets its zone from a browser in "%s" writes dates in "%s"',
    async (language, browser, dates) => {
      await set({ language })
      expect((await setFirst('super_admin', 'Europe/Vienna', browser)).error).toBeNull()
      expect(await clock('editor')).toMatchObject({ time_zone: 'Europe/Vienna', date_language: dates })
    },
  )

  test('keeps what was set before, also a language without a zone', async () => {
    await set({ site_name: 'Hearth', date_language: 'fr' })
    expect((await setFirst('super_admin', 'Europe/Paris', 'de')).error).toBeNull()
    expect(await backend.sql('select site_name, time_zone, date_language from public.site_settings')).toEqual(
      [{ site_name: 'Hearth', time_zone: 'Europe/Paris', date_language: 'fr' }],
    )
  })

  test('has the language of the magazine for its dates while they have none of their own', async () => {
    await set({ language: 'de' })
    expect(await clock('editor')).toMatchObject({ date_language: 'de', language: 'de' })
    await backend.sql("update public.site_settings set date_language = 'fr'")
    expect(await clock('editor')).toMatchObject({ date_language: 'fr', language: 'de' })
    await backend.sql("update public.site_settings set date_language = null, language = 'en'")
    expect(await clock('editor')).toMatchObject({ date_language: null })
  })

  test.each(['Mars/Olympus', 'XYZ+3', '<+03>-3', '', ' UTC', 'UTC; select 1'])(
    'refuses the zone "%s"',
    async (zone) => {
      const { error } = await setFirst('super_admin', zone, null)
      expect(error).toMatchObject({ code: '23514', message: `"${zone}" is not a time zone` })
    },
  )

  test('knows the zones that browsers name', async () => {
    const [row] = await backend.sql<{ unknown: string[] }>(
      `select coalesce(array_agg(zone), '{}') as unknown from unnest($1::text[]) zone
       where not exists (select from pg_timezone_names n where n.name = zone)`,
      [Intl.supportedValuesOf('timeZone')],
    )
    expect(row?.unknown).toEqual([])
  })
})
