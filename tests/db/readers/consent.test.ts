import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { consentVersion } from '../../../src/domain/readers/subscriber.ts'
import { standardTexts } from '../../../src/words/standard-texts.ts'
import { type Backend, type Row, countFullScans, insertRow, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
afterEach(async () => {
  for (const table of [
    'private.rate_limits',
    'public.subscribers',
    'public.contact_messages',
    'public.site_settings',
  ])
    await backend.sql(`delete from ${table}`)
})

interface Subscriber extends Row {
  email: string
  first_name: string | null
  status: string
  source_page: string | null
  preferences: object
  consent_version: string | null
  consent_wording: string | null
  consent_source: string
  consent_at: string | null
  confirmed_at: string | null
  unsubscribed_at: string | null
  data_requested_at: string | null
  erasure_requested_at: string | null
}

interface ClaimedMail {
  id: string
  purpose: string
  email: string
  wording: string | null
  token: string
  unsubscribe_token: string
}

/** The next mail to send; undefined when none is due. */
async function claimNext(): Promise<ClaimedMail | undefined> {
  const [mail] = await call<{ id: string; kind: string; email: string; content: object }[]>('claim_mail')
  if (mail === undefined) return undefined
  const { id, kind, email, content } = mail
  return { id, purpose: kind, email, ...content } as ClaimedMail
}

const EMAIL = 'ada@example.com'
const WORDING = standardTexts('en').consent_newsletter
const VERSION = consentVersion('newsletter', WORDING)

const signUp = (more: object = {}) =>
  backend.as.anon
    .from('subscribers')
    .insert({ email: EMAIL, source_page: '/about', consent_version: VERSION, ...more })

async function row(email = EMAIL): Promise<Subscriber> {
  const { data, error } = await backend.service
    .from('subscribers')
    .select()
    .eq('email', email)
    .single<Subscriber>()
  if (error) throw new Error(error.message)
  return data
}

async function call<T>(name: string, args: object = {}): Promise<T> {
  const { data, error } = await backend.service.rpc(name, args)
  if (error) throw new Error(error.message)
  return data as T
}

/** Sends what is due. */
async function claim(): Promise<ClaimedMail[]> {
  const mails: ClaimedMail[] = []
  for (let mail = await claimNext(); mail !== undefined; mail = await claimNext()) {
    await call('finish_mail', { p_id: mail.id, p_error: null })
    mails.push(mail)
  }
  return mails
}
const open = (token: string) => call<string>('open_subscriber_link', { p_token: token })
const ask = (purpose: string, email = EMAIL) =>
  call('request_subscriber_mail', { p_email: email, p_purpose: purpose })

/** The only mail that is due. */
async function onlyMail(): Promise<ClaimedMail> {
  const mails = await claim()
  expect(mails).toHaveLength(1)
  const [mail] = mails
  if (mail === undefined) throw new Error('No mail is due')
  return mail
}

/** Lets the minutes pass in which a second mail waits. */
const later = (interval = '10 minutes') =>
  backend.sql(
    `update private.mails set created_at = created_at - $1::interval, due_at = due_at - $1::interval,
       sent_at = sent_at - $1::interval, expires_at = expires_at - $1::interval`,
    [interval],
  )

/** The token that undoes an unsubscription. */
const undoToken = (unsubscribe: string) => call<string | null>('get_undo_token', { p_token: unsubscribe })

async function confirmed(): Promise<ClaimedMail> {
  await signUp()
  const mail = await onlyMail()
  expect(await open(mail.token)).toBe('confirmed')
  return mail
}

const requireConfirmation = (on: boolean) =>
  backend.service.from('site_settings').insert({ newsletter_confirm: on })

// PGlite has one session.
describe.runIf(inject('templateDatabase') !== undefined)('while its mail is claimed', () => {
  test.each<[what: string, act: (sent: ClaimedMail) => PromiseLike<unknown>]>([
    ['an address signs up again', async () => expect((await signUp()).error).toBeNull()],
    ['the link is asked for again', () => ask('confirm')],
    ['the link of its first attempt is opened', ({ token }) => open(token)],
    ['it is unsubscribed', ({ unsubscribe_token }) => call('unsubscribe', { p_token: unsubscribe_token })],
  ])('%s, and both go through', async (_, act) => {
    await signUp()
    const sent = await claimNext()
    if (sent === undefined) throw new Error('No mail is due')
    await backend.sql('update private.mails set attempts = 0')
    // What claim_mail does with a mail, with a pause that ends when somebody waits for it.
    const claiming = backend.sql(`do $$
      begin
        perform private.subscriber_mail('${sent.id}');
        perform pg_advisory_xact_lock(7);
        while not exists (select from pg_locks l where pg_backend_pid() = any (pg_blocking_pids(l.pid))) loop
          perform pg_sleep(0.01);
        end loop;
        perform private.begin_mail('${sent.id}', true, null, '{}');
      end $$`)
    const isHeld = async () =>
      (await backend.sql(`select from pg_locks where locktype = 'advisory' and objid = 7`)).length
    await expect.poll(isHeld).toBe(1)
    await act(sent)
    await claiming
  })
})

describe('a sign-up', () => {
  test('is pending until its link is opened, and keeps wording, version, time and source', async () => {
    expect((await signUp({ first_name: 'Ada' })).error).toBeNull()
    const pending = await row()
    expect(pending).toMatchObject({
      status: 'pending',
      consent_version: VERSION,
      consent_wording: WORDING,
      consent_source: 'newsletter',
      source_page: '/about',
      confirmed_at: null,
    })
    expect(Date.now() - new Date(pending.consent_at ?? 0).getTime()).toBeLessThan(60_000)
    const mail = await onlyMail()
    expect(mail).toMatchObject({ purpose: 'confirm', email: EMAIL, wording: WORDING })
    expect(await open(mail.token)).toBe('confirmed')
    const active = await row()
    expect(active.status).toBe('active')
    expect(active.confirmed_at).not.toBeNull()
    expect(active.consent_at).toBe(pending.consent_at)
  })

  test('is active at once while confirmation is off, and keeps its consent, too', async () => {
    await requireConfirmation(false)
    await signUp()
    expect(await row()).toMatchObject({ status: 'active', consent_wording: WORDING, confirmed_at: null })
    expect(await claim()).toEqual([])
  })

  test('that names no wording is pending with the source other', async () => {
    expect((await signUp({ consent_version: undefined })).error).toBeNull()
    expect(await row()).toMatchObject({ status: 'pending', consent_source: 'other', consent_wording: null })
  })

  test('with an unknown version of the wording is answered as any other, and keeps no version', async () => {
    expect((await signUp({ consent_version: 'newsletter-0' })).error).toBeNull()
    expect(await row()).toMatchObject({ status: 'pending', consent_version: null, consent_wording: null })
  })

  test.each(['status', 'consent_wording', 'consent_at', 'consent_source', 'confirmed_at'])(
    'cannot set %s',
    async (column) => {
      const value = column === 'status' ? 'active' : '2026-01-01'
      expect((await signUp({ [column]: value })).error?.code).toBe('42501')
    },
  )

  test('of a pending address sends another mail and answers as the first did', async () => {
    await signUp({ first_name: 'Ada' })
    await claim()
    await later()
    const { error, status } = await signUp({ first_name: 'Eve' })
    expect({ error, status }).toEqual({ error: null, status: 201 })
    expect(await row()).toMatchObject({ status: 'pending', first_name: 'Ada' })
    expect(await open((await onlyMail()).token)).toBe('confirmed')
    expect(await row()).toMatchObject({ status: 'active', first_name: 'Eve' })
  })

  test('of an unsubscribed address changes nothing until the link is opened', async () => {
    const { unsubscribe_token } = await confirmed()
    await call('unsubscribe', { p_token: unsubscribe_token })
    await later()
    expect((await signUp({ source_page: '/browse' })).status).toBe(201)
    expect(await row()).toMatchObject({ status: 'unsubscribed', source_page: '/about' })
    expect(await open((await onlyMail()).token)).toBe('confirmed')
    expect(await row()).toMatchObject({ status: 'active', source_page: '/browse', unsubscribed_at: null })
  })

  test('of an active address is answered with 409 and sends no mail', async () => {
    await confirmed()
    expect((await signUp()).status).toBe(409)
    await later()
    expect(await claim()).toEqual([])
  })

  test('of an unsubscribed address while confirmation is off subscribes it at once', async () => {
    const { unsubscribe_token } = await confirmed()
    await call('unsubscribe', { p_token: unsubscribe_token })
    await requireConfirmation(false)
    expect((await signUp()).error).toBeNull()
    expect((await row()).status).toBe('active')
  })

  test('that is not confirmed in 30 days is deleted when mails are next sent', async () => {
    await signUp()
    await backend.sql(`update public.subscribers set consent_at = now() - interval '29 days'`)
    await claim()
    expect(await backend.sql('select 1 from public.subscribers')).toHaveLength(1)
    await backend.sql(`update public.subscribers set consent_at = now() - interval '31 days'`)
    await later('31 days')
    await claim()
    expect(await backend.sql('select 1 from public.subscribers')).toEqual([])
  })

  test('that is made again after 30 days has the seven days of its new mail', async () => {
    await signUp()
    await claim()
    await backend.sql(`update public.subscribers set consent_at = now() - interval '31 days'`)
    await later('31 days')
    expect((await signUp()).error).toBeNull()
    const mail = await onlyMail()
    await later('6 days')
    await claim()
    expect(await open(mail.token)).toBe('confirmed')
  })

  test('added with the secret key is an import and gets no mail', async () => {
    await insertRow(backend, 'subscribers', { email: EMAIL })
    expect(await row()).toMatchObject({ status: 'active', consent_source: 'import' })
    expect(await claim()).toEqual([])
  })
})

describe('a link', () => {
  test('is stored only as a hash', async () => {
    await signUp()
    const { token, unsubscribe_token } = await onlyMail()
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const stored = JSON.stringify(
      await backend.sql(`select m::text, s::text from private.mails m, public.subscribers s`),
    )
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(unsubscribe_token)
  })

  test('to confirm expires after seven days', async () => {
    await signUp()
    const { token } = await onlyMail()
    await backend.sql(`update private.mails set expires_at = expires_at - interval '6 days 23 hours'`)
    const [{ valid } = { valid: false }] = await backend.sql<{ valid: boolean }>(
      'select expires_at > now() as valid from private.mails',
    )
    expect(valid).toBe(true)
    await backend.sql(`update private.mails set expires_at = expires_at - interval '1 hour 1 minute'`)
    expect(await open(token)).toBe('link-expired')
    expect((await row()).status).toBe('pending')
  })

  test('to confirm works once, and says so when it is opened again while the address is subscribed', async () => {
    const { token, unsubscribe_token } = await confirmed()
    expect(await open(token)).toBe('confirmed')
    await call('unsubscribe', { p_token: unsubscribe_token })
    expect(await open(token)).toBe('link-expired')
    expect((await row()).status).toBe('unsubscribed')
  })

  test.each(['', 'x', '0'.repeat(64), `${'0'.repeat(63)}g`, "' or true --"])(
    '%j opens nothing',
    async (token) => {
      await confirmed()
      expect(await open(token)).toBe('link-expired')
      expect(await call('unsubscribe', { p_token: token })).toBe('link-expired')
      expect(await call('undo_unsubscribe', { p_token: token })).toBe('link-expired')
      expect((await row()).status).toBe('active')
    },
  )

  test('of one subscriber does not unsubscribe another', async () => {
    const { unsubscribe_token } = await confirmed()
    const { id } = await insertRow(backend, 'subscribers', { email: 'ben@example.com' })
    const forged = id.replaceAll('-', '') + unsubscribe_token.slice(32)
    expect(await call('unsubscribe', { p_token: forged })).toBe('link-expired')
    expect((await row('ben@example.com')).status).toBe('active')
  })
})

describe('a link that was mailed before a later wish does not undo it:', () => {
  const byStaff = () =>
    backend.as.editor.from('subscribers').update({ status: 'unsubscribed' }).eq('email', EMAIL)
  const WAYS_OUT: Record<string, (mail: ClaimedMail) => PromiseLike<unknown>> = {
    'the link of a letter': ({ unsubscribe_token }) => call('unsubscribe', { p_token: unsubscribe_token }),
    'a request for erasure': ({ token }) => open(token),
    'an editor': byStaff,
  }
  const BEFORE = ['pending', 'active', 'unsubscribed'] as const
  const cases = Object.keys(WAYS_OUT).flatMap((way) => BEFORE.map((before) => [way, before] as const))

  test.each(cases)('unsubscribing by %s, of an address that is %s', async (way, before) => {
    await signUp()
    const first = await onlyMail()
    if (before !== 'pending') await open(first.token)
    if (before === 'unsubscribed') await byStaff()
    const links = [first]
    for (const purpose of ['confirm', 'data', 'erasure']) {
      await later()
      await ask(purpose)
      links.push(await onlyMail())
    }
    // One that waits, too.
    await ask('confirm')
    const erasure = links.find(({ purpose }) => purpose === 'erasure') ?? first
    await WAYS_OUT[way]?.(erasure)
    const after = await row()
    expect(after.status).toBe('unsubscribed')
    await later('1 day')
    expect(await claim()).toEqual([])
    for (const { token, purpose } of links)
      if (way !== 'a request for erasure' || purpose !== 'erasure')
        expect(await open(token), purpose).toBe('link-expired')
    expect(await row()).toEqual(after)
  })

  test('a newer sign-up that is confirmed, by the link of an older one', async () => {
    await signUp({ first_name: 'Older' })
    const older = await onlyMail()
    await later()
    await signUp({ first_name: 'Newer' })
    const newer = await onlyMail()
    expect(await open(newer.token)).toBe('confirmed')
    expect(await open(older.token)).toBe('confirmed')
    expect((await row()).first_name).toBe('Newer')
  })

  test('a sign-up that is confirmed, by a request for erasure from before it', async () => {
    const { unsubscribe_token } = await confirmed()
    await later()
    await ask('erasure')
    const erasure = await onlyMail()
    await later()
    await ask('confirm')
    await open((await onlyMail()).token)
    expect(await open(erasure.token)).toBe('link-expired')
    expect((await row()).status).toBe('active')
    expect(await call('unsubscribe', { p_token: unsubscribe_token })).toBe('unsubscribed')
  })

  test('an erased address that signs up again has none of the old links', async () => {
    const first = await confirmed()
    await later()
    await ask('confirm')
    const second = await onlyMail()
    await backend.as.super_admin.rpc('erase_subscriber', { p_id: String((await row()).id) })
    await signUp()
    for (const { token } of [first, second]) expect(await open(token)).toBe('link-expired')
    await call('unsubscribe', { p_token: first.unsubscribe_token })
    expect((await row()).status).toBe('pending')
  })
})

describe('choosing what comes, by an unsubscribe link,', () => {
  const NONE = { weeklyNewsletter: false, designTips: false, newArticles: false, specialOffers: false }
  const choose = (token: string, chosen?: object) =>
    call('subscriber_preferences', { p_token: token, p_chosen: chosen })

  test('shows what is stored, and stores what is chosen as often as it is', async () => {
    await signUp({ preferences: { ...NONE, designTips: true } })
    const { token, unsubscribe_token } = await onlyMail()
    await open(token)
    expect(await choose(unsubscribe_token)).toEqual({ preferences: { ...NONE, designTips: true } })
    for (const chosen of [{ ...NONE, newArticles: true }, NONE, { ...NONE, weeklyNewsletter: true }]) {
      expect(await choose(unsubscribe_token, chosen)).toEqual({ preferences: chosen })
      expect(await choose(unsubscribe_token)).toEqual({ preferences: chosen })
      expect((await row()).preferences).toEqual(chosen)
    }
    expect((await row()).status).toBe('active')
  })

  test.each([
    ['not-confirmed', 'pending'],
    ['not-subscribed-now', 'unsubscribed'],
  ])('says %s of a subscription that is %s, and stores nothing', async (outcome, status) => {
    const { id } = await insertRow(backend, 'subscribers', { email: EMAIL, status })
    const before = await row()
    const [{ token } = { token: '' }] = await backend.sql<{ token: string }>(
      'select private.unsubscribe_token($1) as token',
      [id],
    )
    expect(await choose(token)).toEqual({ outcome })
    expect(await choose(token, NONE)).toEqual({ outcome })
    expect(await row()).toEqual(before)
    await backend.sql('delete from public.subscribers')
    expect(await choose(token, NONE)).toEqual({ outcome: 'not-subscribed-now' })
  })

  test('is not open to links of other mails, of others, and of nobody', async () => {
    await signUp()
    const { token, unsubscribe_token } = await onlyMail()
    await open(token)
    const before = await row()
    const { id } = await insertRow(backend, 'subscribers', { email: 'ben@example.com' })
    const forged = id.replaceAll('-', '') + unsubscribe_token.slice(32)
    for (const wrong of [token, forged, '', 'x', '0'.repeat(64), 'é'.repeat(100_000)])
      expect(await choose(wrong, NONE)).toEqual({ outcome: 'link-expired' })
    expect(await row()).toEqual(before)
  })

  test('takes no more than the column of preferences', async () => {
    const { unsubscribe_token } = await confirmed()
    await expect(choose(unsubscribe_token, { note: 'x'.repeat(2000) })).rejects.toThrow(
      'subscribers_preferences_check',
    )
  })
})

describe('unsubscribing', () => {
  test('takes one call, is shown with its time, and is undone by one call', async () => {
    const { unsubscribe_token } = await confirmed()
    const token = { p_token: unsubscribe_token }
    expect(await call('unsubscribe', token)).toBe('unsubscribed')
    expect(await call('unsubscribe', token)).toBe('unsubscribed')
    const gone = await row()
    expect(gone.status).toBe('unsubscribed')
    expect(gone.unsubscribed_at).not.toBeNull()
    const undo = { p_token: await undoToken(unsubscribe_token) }
    expect(await call('undo_unsubscribe', undo)).toBe('resubscribed')
    expect(await call('undo_unsubscribe', undo)).toBe('resubscribed')
    expect(await row()).toMatchObject({ status: 'active', unsubscribed_at: null })
  })

  test('a pending address and undoing it leaves it pending, and mails the link to confirm again', async () => {
    await signUp()
    const { unsubscribe_token } = await onlyMail()
    await call('unsubscribe', { p_token: unsubscribe_token })
    const undo = { p_token: await undoToken(unsubscribe_token) }
    expect(await call('undo_unsubscribe', undo)).toBe('still-pending')
    expect((await row()).status).toBe('pending')
    await later()
    expect(await open((await onlyMail()).token)).toBe('confirmed')
  })

  test('cannot be undone after a day', async () => {
    const { unsubscribe_token } = await confirmed()
    await call('unsubscribe', { p_token: unsubscribe_token })
    await backend.sql(`update public.subscribers set unsubscribed_at = now() - interval '23 hours'`)
    const undo = { p_token: await undoToken(unsubscribe_token) }
    await backend.sql(`update public.subscribers set unsubscribed_at = unsubscribed_at - interval '2 hours'`)
    expect(await call('undo_unsubscribe', undo)).toBe('link-expired')
    await backend.sql(`update public.subscribers set unsubscribed_at = now() - interval '25 hours'`)
    expect(await undoToken(unsubscribe_token)).toBeNull()
    expect((await row()).status).toBe('unsubscribed')
  })

  test('is not undone by the link of a letter, nor by the link of an earlier unsubscription', async () => {
    const { unsubscribe_token } = await confirmed()
    const token = { p_token: unsubscribe_token }
    await call('unsubscribe', token)
    const first = { p_token: await undoToken(unsubscribe_token) }
    await call('undo_unsubscribe', first)
    await backend.as.editor.from('subscribers').update({ status: 'unsubscribed' }).eq('email', EMAIL)
    expect(await call('undo_unsubscribe', token)).toBe('link-expired')
    expect(await call('undo_unsubscribe', first)).toBe('link-expired')
    expect((await row()).status).toBe('unsubscribed')
  })
})

describe('a request of a reader', () => {
  test('for data is recorded on the row when its link is opened', async () => {
    await confirmed()
    await later()
    await ask('data', ' ADA@example.com ')
    expect((await row()).data_requested_at).toBeNull()
    const mail = await onlyMail()
    expect(mail.purpose).toBe('data')
    expect(await open(mail.token)).toBe('data-requested')
    const requested = (await row()).data_requested_at
    expect(requested).not.toBeNull()
    expect(await open(mail.token)).toBe('data-requested')
    // A second press does not open a request again that staff have closed.
    await backend.as.editor.from('subscribers').update({ data_requested_at: null }).eq('email', EMAIL)
    expect(await open(mail.token)).toBe('link-expired')
    expect((await row()).data_requested_at).toBeNull()
  })

  test('for erasure is recorded and unsubscribes at once', async () => {
    await confirmed()
    await later()
    await ask('erasure')
    expect(await open((await onlyMail()).token)).toBe('erasure-requested')
    const asked = await row()
    expect(asked.status).toBe('unsubscribed')
    expect(asked.erasure_requested_at).not.toBeNull()
  })

  test('of an unknown address answers the same and sends nothing', async () => {
    expect(await ask('data', 'nobody@example.com')).toBeNull()
    expect(await claim()).toEqual([])
  })

  test.each(['pending', 'active', 'unsubscribed'])(
    'for the link to confirm is mailed to a subscriber who is %s, and makes an active one',
    async (status) => {
      await signUp({ first_name: 'Ada' })
      const first = await onlyMail()
      if (status !== 'pending') await open(first.token)
      if (status === 'unsubscribed') await call('unsubscribe', { p_token: first.unsubscribe_token })
      await later()
      await ask('confirm')
      expect(await open((await onlyMail()).token)).toBe('confirmed')
      expect(await row()).toMatchObject({ status: 'active', first_name: 'Ada', consent_wording: WORDING })
    },
  )

  test('for the link to confirm repeats the sign-up that waits for it', async () => {
    const { unsubscribe_token } = await confirmed()
    await call('unsubscribe', { p_token: unsubscribe_token })
    await later()
    await signUp({ first_name: 'Eve' })
    await onlyMail()
    await later()
    await ask('confirm')
    await open((await onlyMail()).token)
    expect(await row()).toMatchObject({ status: 'active', first_name: 'Eve' })
  })

  test.each(['confirm', 'unsubscribe', 'data', 'erasure'])(
    'for a link (%s) within five minutes of another mail waits, and is sent once',
    async (purpose) => {
      await signUp()
      await onlyMail()
      await later('2 minutes')
      await ask(purpose)
      await ask(purpose)
      expect(await claim()).toEqual([])
      await later('2 minutes 55 seconds')
      expect(await claim()).toEqual([])
      await later('10 seconds')
      expect(await onlyMail()).toMatchObject({ purpose })
      await later()
      expect(await claim()).toEqual([])
    },
  )

  test('is sent within an hour, however often strangers have asked for the same address before', async () => {
    await confirmed()
    for (let minute = 0; minute < 600; minute += 6) {
      await backend.sql('delete from private.rate_limits')
      await ask('unsubscribe')
      await claim()
      await later('6 minutes')
    }
    const [{ mails } = { mails: 0 }] = await backend.sql<{ mails: number }>(
      'select count(*)::int as mails from private.mails',
    )
    expect(mails).toBeLessThan(16)
    await ask('data')
    await later('2 hours')
    expect((await claim()).map(({ purpose }) => purpose)).toContain('data')
  })

  test('counts towards a rate limit of the sender’s address', async () => {
    const from = (address: string) =>
      backend.service
        .rpc('request_subscriber_mail', { p_email: `${randomUUID()}@example.com`, p_purpose: 'data' })
        .setHeader('x-reader-address', address)
    for (let at = 0; at < 8; at += 1) expect((await from('203.0.113.30')).error).toBeNull()
    expect((await from('203.0.113.30')).error?.code).toBe('PT429')
    expect((await from('203.0.113.31')).error).toBeNull()
    // An IPv6 customer has 64 bits of addresses.
    for (let at = 0; at < 8; at += 1) expect((await from(`2001:db8::${at}`)).error).toBeNull()
    expect((await from('2001:db8::ffff')).error?.code).toBe('PT429')
  })
})

describe('a mail', () => {
  test('that could not be sent is due again after a while, six times, with a new token; then staff see that it was given up', async () => {
    const state = async () => (await backend.as.editor.rpc('get_subscriber_mail_state')).data as unknown
    await signUp()
    await later()
    const tokens = new Set<string>()
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const mail = await claimNext()
      if (mail === undefined) throw new Error('No mail is due')
      tokens.add(mail.token)
      expect(await claim()).toEqual([])
      expect(await state()).toMatchObject([
        attempt < 5 ? { waiting: 1, given_up: 0 } : { waiting: 0, given_up: 1 },
      ])
      await call('finish_mail', { p_id: mail.id, p_error: 'Connection refused' })
      await backend.sql('update private.mails set due_at = now()')
    }
    expect(tokens.size).toBe(6)
    expect(await claim()).toEqual([])
    expect(await state()).toEqual([{ waiting: 0, given_up: 1, error: 'Connection refused' }])
    await call('request_subscriber_mail', { p_email: EMAIL, p_purpose: 'confirm' })
    await backend.sql('update private.mails set due_at = now() where attempts = 0')
    const mail = await claimNext()
    await call('finish_mail', { p_id: mail?.id, p_error: null })
    expect(await state()).toEqual([{ waiting: 0, given_up: 0, error: null }])
  })

  test('is found without reading all subscribers and mails', async () => {
    await backend.sql(`insert into public.subscribers (email, consent_at)
      select n || '@example.com', now() from generate_series(1, 3000) n`)
    await backend.sql(`insert into private.mails (subscriber_id, kind, sent_at)
      select id, 'data', now() from public.subscribers`)
    for (const table of ['public.subscribers', 'private.mails'])
      expect(await countFullScans(backend, table, 'perform public.claim_mail()'), table).toBe(0)
    await backend.sql('truncate public.subscribers cascade')
  })

  test('that was sent is not sent again', async () => {
    await signUp()
    await onlyMail()
    await backend.sql('update private.mails set due_at = now()')
    expect(await claim()).toEqual([])
  })
})

describe('staff', () => {
  test.each(['pending', 'active'])('cannot make a subscriber %s', async (status) => {
    await insertRow(backend, 'subscribers', { email: EMAIL, status: 'unsubscribed' })
    for (const who of ['editor', 'super_admin'] as const) {
      const { error } = await backend.as[who].from('subscribers').update({ status }).eq('email', EMAIL)
      expect(error?.code).toBe('42501')
    }
    expect((await row()).status).toBe('unsubscribed')
  })

  test('cannot change an address or its consent', async () => {
    await confirmed()
    for (const change of [{ email: 'eve@example.com' }, { consent_wording: 'x' }, { confirmed_at: null }]) {
      expect(
        (await backend.as.super_admin.from('subscribers').update(change).eq('email', EMAIL)).error?.code,
      ).toBe('42501')
    }
  })

  test('read what is stored of an address; viewers and contributors read nothing', async () => {
    await confirmed()
    await insertRow(backend, 'contact_messages', {
      name: 'Ada',
      email: ' Ada@example.com'.trim(),
      message: 'Hello',
    })
    const { id } = await row()
    const { data } = await backend.as.editor.rpc('get_subscriber_data', { p_id: id })
    expect(data).toMatchObject({ subscription: { email: EMAIL }, messages: [{ message: 'Hello' }] })
    for (const who of ['viewer', 'contributor'] as const)
      expect((await backend.as[who].rpc('get_subscriber_data', { p_id: id })).data).toBeNull()
  })

  test('erase a subscriber with the messages of the address, as super admins only', async () => {
    await confirmed()
    await insertRow(backend, 'contact_messages', { name: 'Ada', email: 'Ada@Example.com', message: 'Hello' })
    await insertRow(backend, 'contact_messages', { name: 'Ben', email: 'ben@example.com', message: 'Hi' })
    const { id } = await row()
    for (const who of ['viewer', 'contributor', 'editor'] as const)
      expect((await backend.as[who].rpc('erase_subscriber', { p_id: id })).error?.code).toBe('42501')
    expect((await backend.as.super_admin.rpc('erase_subscriber', { p_id: id })).error).toBeNull()
    expect(await backend.sql('select 1 from public.subscribers')).toEqual([])
    expect(await backend.sql('select name from public.contact_messages')).toEqual([{ name: 'Ben' }])
    expect((await backend.as.editor.rpc('erase_subscriber', { p_id: id })).error?.code).toBe('42501')
    expect((await backend.as.super_admin.rpc('erase_subscriber', { p_id: id })).error?.code).toBe('PT404')
  })
})

test.each([
  'claim_mail',
  'finish_mail',
  'open_subscriber_link',
  'unsubscribe',
  'get_undo_token',
  'undo_unsubscribe',
  'request_subscriber_mail',
  'subscriber_preferences',
])('%s is only for the secret key', async (name) => {
  const args: Record<string, object> = {
    finish_mail: { p_id: randomUUID(), p_error: null },
    open_subscriber_link: { p_token: 'x' },
    get_undo_token: { p_token: 'x' },
    unsubscribe: { p_token: 'x' },
    undo_unsubscribe: { p_token: 'x' },
    subscriber_preferences: { p_token: 'x' },
    request_subscriber_mail: { p_email: EMAIL, p_purpose: 'data' },
  }
  for (const who of ['anon', 'viewer', 'super_admin'] as const)
    expect((await backend.as[who].rpc(name, args[name] ?? {})).error?.code).toBe('42501')
})

describe('a pending or unsubscribed address is not counted as subscribed', () => {
  const addOneOfEach = async () => {
    for (const status of ['pending', 'active', 'unsubscribed'])
      await insertRow(backend, 'subscribers', {
        email: `${status}@example.com`,
        status,
        source_page: `/${status}`,
        subscribed_at: '2026-01-02T08:00:00Z',
      })
  }

  test('by the counters of the list', async () => {
    await addOneOfEach()
    const { data } = await backend.as.editor.rpc('get_subscriber_overview', {
      month_start: '2026-01-01T00:00:00Z',
    })
    expect(data).toMatchObject([
      { total: 1, active: 1, this_month: 1, pending: 1, unsubscribed: 1, requests: 0 },
    ])
  })

  test('by the analytics', async () => {
    await addOneOfEach()
    const during = { p_from: '2026-01-01', p_until: '2026-01-31' }
    expect((await backend.as.editor.rpc('get_subscriber_numbers', during)).data).toEqual({
      active_before: 0,
      days: [{ day: '2026-01-02', joined: 1, active: 1 }],
      sources: [{ source: '/active', joined: 1 }],
    })
    const after = { p_from: '2026-02-01', p_until: '2026-02-28' }
    expect((await backend.as.editor.rpc('get_subscriber_numbers', after)).data).toMatchObject({
      active_before: 1,
    })
  })

  test('by the mailing list, in parts or whole', async () => {
    await addOneOfEach()
    await insertRow(backend, 'subscribers', { email: 'second@example.com' })
    const list = async (args: object = {}) =>
      ((await backend.as.editor.rpc('get_mailing_list', args)).data ?? []) as {
        id: string
        email: string
        unsubscribe_token: string
      }[]
    const all = await list()
    expect(all.map(({ email }) => email).toSorted()).toEqual(['active@example.com', 'second@example.com'])
    for (const weeklyNewsletter of [false, null, 'true', undefined])
      await insertRow(backend, 'subscribers', {
        email: `${weeklyNewsletter}@example.com`,
        preferences: { weeklyNewsletter, designTips: true },
      })
    expect(await list(), 'only those who want the weekly letter').toEqual(all)
    const [first] = await list({ p_limit: 1 })
    expect(await list({ p_after: first?.id, p_limit: 1 })).toEqual(all.slice(1))
    expect(await call('unsubscribe', { p_token: first?.unsubscribe_token })).toBe('unsubscribed')
    expect(await list()).toEqual(all.slice(1))
    for (const who of ['anon', 'viewer', 'contributor'] as const)
      expect((await backend.as[who].rpc('get_mailing_list')).error?.code).toBe('42501')
  })
})
