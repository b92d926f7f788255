import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, countFullScans, openBackend, insertRow } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
afterEach(async () => {
  await backend.sql('delete from private.rate_limits')
  await backend.sql('delete from public.subscribers')
  await backend.sql('delete from public.contact_messages')
})

/** A request as a visitor's browser sends it. */
async function send(table: string, row: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${backend.url}/rest/v1/${table}`, {
    method: 'POST',
    headers: {
      apikey: backend.publishableKey,
      'content-type': 'application/json',
      prefer: 'return=minimal',
      ...headers,
    },
    body: JSON.stringify(row),
  })
  const body = await response.text()
  return { status: response.status, code: body === '' ? null : (JSON.parse(body) as { code: string }).code }
}

const letter = (more: object = {}) => ({ email: `${randomUUID()}@example.com`, ...more })
const message = (more: object = {}) => ({ name: 'A reader', message: 'Hello', ...letter(), ...more })

describe('subscribing', () => {
  test('is stored as pending, without outer blanks and in lower case', async () => {
    expect((await send('subscribers', { email: 'Ada@Example.com ' })).status).toBe(201)
    expect(await backend.sql('select email, status from public.subscribers')).toEqual([
      { email: 'ada@example.com', status: 'pending' },
    ])
  })

  test('again with an active address is answered with 409, whatever the case and blanks', async () => {
    await insertRow(backend, 'subscribers', { email: 'Ada@Example.com ' })
    expect(await send('subscribers', { email: 'ada@example.com' })).toEqual({ status: 409, code: null })
    expect((await send('subscribers', { email: ' ADA@EXAMPLE.COM' })).status).toBe(409)
    expect(await backend.sql('select email, status from public.subscribers')).toEqual([
      { email: 'ada@example.com', status: 'active' },
    ])
  })

  test.each([
    ['no address', { email: 'nobody' }, '23514'],
    ['an endless address', { email: `${'x'.repeat(320)}@example.com` }, '23514'],
    ['an endless name', letter({ first_name: 'x'.repeat(121) }), '23514'],
    ['an endless page', letter({ source_page: 'x'.repeat(301) }), '23514'],
    ['preferences that are no object', letter({ preferences: [] }), '23514'],
    ['preferences as a store of data', letter({ preferences: { x: randomText(2000) } }), '23514'],
    ['a status', letter({ status: 'unsubscribed' }), '42501'],
    ['a date', letter({ subscribed_at: '2020-01-01' }), '42501'],
    ['an id', letter({ id: randomUUID() }), '42501'],
  ])('with %s is refused', async (_, row, code) => {
    expect((await send('subscribers', row)).code).toBe(code)
    expect(await backend.sql('select 1 from public.subscribers')).toEqual([])
  })

  test('returns no row', async () => {
    expect((await send('subscribers', letter(), { prefer: 'return=representation' })).code).toBe('42501')
  })

  test('cannot overwrite a subscriber', async () => {
    await insertRow(backend, 'subscribers', { email: 'ada@example.com', first_name: 'Ada' })
    const taken = { email: 'ada@example.com', first_name: 'Eve' }
    expect(
      (await send('subscribers?on_conflict=email', taken, { prefer: 'resolution=merge-duplicates' })).status,
    ).toBeGreaterThanOrEqual(400)
    expect(await backend.sql('select first_name from public.subscribers')).toEqual([{ first_name: 'Ada' }])
  })
})

describe('writing to the editors', () => {
  test('accepts the fields of the form', async () => {
    const sent = await send('contact_messages', message({ phone: '020 7946 0000', subject: 'Lamps' }))
    expect(sent).toEqual({ status: 201, code: null })
    expect(await backend.sql('select subject, status from public.contact_messages')).toEqual([
      { subject: 'Lamps', status: 'new' },
    ])
  })

  test.each([
    ['no name', message({ name: ' ' }), '23514'],
    ['no message', message({ message: '' }), '23514'],
    ['an endless message', message({ message: 'x'.repeat(10_001) }), '23514'],
    ['no address', message({ email: 'nobody' }), '23514'],
    ['a status', message({ status: 'answered' }), '42501'],
  ])('with %s is refused', async (_, row, code) => {
    expect((await send('contact_messages', row)).code).toBe(code)
  })
})

describe('rate limits', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })

  test('an address may insert eight times in ten minutes, then gets PT429', async () => {
    for (let at = 0; at < 8; at += 1) {
      expect((await send('contact_messages', message(), from('203.0.113.7'))).status).toBe(201)
    }
    expect(await send('contact_messages', message(), from('203.0.113.7'))).toEqual({
      status: 429,
      code: 'PT429',
    })
    expect((await send('contact_messages', message(), from('203.0.113.8'))).status).toBe(201)
    expect((await send('subscribers', letter(), from('203.0.113.7'))).status).toBe(201)
  })

  test('whether an address subscribes can be asked eight times', async () => {
    await insertRow(backend, 'subscribers', { email: 'ada@example.com' })
    const ask = (headers = {}) =>
      send('subscribers', { email: 'ada@example.com' }, { ...from('203.0.113.30'), ...headers })
    for (let at = 0; at < 8; at += 1) expect((await ask()).status).toBe(409)
    expect((await ask()).code).toBe('PT429')
    // Not undone by the request either.
    expect((await ask({ prefer: 'return=minimal, tx=rollback' })).code).toBe('PT429')
  })

  test.each([
    ['two rows', [letter(), { email: 'ada@example.com' }], {}],
    ['two rows, the known address first', [{ email: 'ada@example.com' }, letter()], {}],
    ['two unknown rows', [letter(), letter()], {}],
    ['one row back', { email: 'ada@example.com' }, { accept: 'application/vnd.pgrst.object+json' }],
    ['one unknown row back', letter(), { accept: 'application/vnd.pgrst.object+json' }],
  ])('a request for %s is refused, whether the address is known or not', async (_, rows, headers) => {
    await insertRow(backend, 'subscribers', { email: 'ada@example.com' })
    const sent = await send('subscribers', rows, { ...from('203.0.113.31'), ...headers })
    expect(sent).toEqual({ status: 400, code: 'PT400' })
    expect(await backend.sql('select email from public.subscribers')).toEqual([{ email: 'ada@example.com' }])
  })

  test('a row that fails a check fails it whether its address is known or not', async () => {
    for (const status of ['active', 'pending', 'unsubscribed'])
      await insertRow(backend, 'subscribers', { email: `${status}@example.com`, status })
    const endless = { first_name: 'x'.repeat(121) }
    for (const email of ['new', 'active', 'pending', 'unsubscribed'].map((name) => `${name}@example.com`))
      expect((await send('subscribers', { email, ...endless })).code).toBe('23514')
    // To the letter: the answer for a known address must equal the answer for a new one.
    const refusal = async (name: string) =>
      (await backend.as.anon.from('subscribers').insert({ email: `${name}@example.com`, ...endless })).error
    expect(await refusal('pending')).toEqual(await refusal('new'))
    expect(await refusal('unsubscribed')).toEqual(await refusal('new'))
    expect(await backend.sql('select 1 from private.mails')).toEqual([])
  })

  test('accounts have no way around them: they subscribe nobody', async () => {
    await insertRow(backend, 'subscribers', { email: 'ada@example.com', status: 'pending' })
    for (const who of ['viewer', 'contributor', 'editor', 'super_admin'] as const)
      for (const email of ['ada@example.com', 'new@example.com']) {
        const { error } = await backend.as[who].from('subscribers').insert({ email })
        expect(error?.message).toBe('permission denied for table subscribers')
      }
  })

  test('a transaction that a visitor asks to undo is kept', async () => {
    const headers = { ...from('203.0.113.32'), prefer: 'return=minimal, tx=rollback' }
    await send('subscribers', { email: 'ada@example.com' }, headers)
    expect(await backend.sql('select email from public.subscribers')).toEqual([{ email: 'ada@example.com' }])
  })

  test('the addresses of one IPv6 customer are one address', async () => {
    for (let at = 0; at < 8; at += 1) {
      expect((await send('subscribers', letter(), from(`2001:db8:0:1:${at}::1`))).status).toBe(201)
    }
    expect((await send('subscribers', letter(), from('2001:db8:0:1:ffff::9'))).code).toBe('PT429')
    expect((await send('subscribers', letter(), from('2001:db8:0:2::1'))).status).toBe(201)
  })

  test.each([
    ['IPv4', (at: number) => `198.51.100.${at}`, '198.51.101.1'],
    ['IPv6', (at: number) => `2001:db8:1:${at.toString(16)}::1`, '2001:db8:2::1'],
  ])('one network of %s has a limit of 60, far below the limit of all', async (_, address, elsewhere) => {
    await send('subscribers', letter(), from(address(0)))
    await backend.sql('update private.rate_limits set hits = 59 where hits = 1')
    await backend.sql(`delete from private.rate_limits where caller in (md5($1), md5($2))`, [
      address(0),
      '2001:db8:1::/64',
    ])
    expect((await send('subscribers', letter(), from(address(1)))).status).toBe(201)
    expect((await send('subscribers', letter(), from(address(2)))).code).toBe('PT429')
    expect((await send('subscribers', letter(), from(elsewhere))).status).toBe(201)
  })

  test('of several addresses in X-Forwarded-For the last one in front of the API counts', async () => {
    const [row] = await backend.sql<{ last: string; cloudflare: string }>(
      `select (select private.visitor_address() from (select set_config('request.headers',
           '{"x-forwarded-for": "1.2.3.4, 203.0.113.5"}', true)) s) as last,
         (select private.visitor_address() from (select set_config('request.headers',
           '{"x-forwarded-for": "1.2.3.4", "cf-connecting-ip": "203.0.113.6"}', true)) s) as cloudflare`,
    )
    expect(row).toEqual({ last: '203.0.113.5', cloudflare: '203.0.113.6' })
  })

  test('all visitors together have a limit, too', async () => {
    await send('subscribers', letter(), from('203.0.113.9'))
    await backend.sql(`update private.rate_limits set hits = 600 where caller = '*'`)
    expect((await send('subscribers', letter(), from('203.0.113.10'))).code).toBe('PT429')
  })

  test('a limit holds for any ten minutes, and ends with them', async () => {
    const address = from('203.0.113.11')
    for (let sent = 0; sent < 8; sent += 1) {
      expect((await send('subscribers', letter(), address)).status).toBe(201)
    }
    const pass = (minutes: number) =>
      backend.sql(`update private.rate_limits set window_start = window_start - $1 * interval '1 minute'`, [
        minutes,
      ])
    await pass(9)
    expect((await send('subscribers', letter(), address)).code).toBe('PT429')
    await pass(2)
    expect((await send('subscribers', letter(), address)).status).toBe(201)
    await pass(21)
    await send('subscribers', letter(), address)
    const kept = await backend.sql(
      `select 1 from private.rate_limits where window_start < now() - interval '20 minutes'`,
    )
    expect(kept).toEqual([])
  })

  test('a request looks up the old counts, however many there are', async () => {
    await backend.sql(`insert into private.rate_limits (action, caller, window_start)
      select 'x', n::text, now() from generate_series(1, 20000) n`)
    const request = `perform private.count_request('x', 'a caller')`
    expect(await countFullScans(backend, 'private.rate_limits', request)).toBe(0)
  })

  test('addresses are stored only as a hash', async () => {
    await send('subscribers', letter(), from('203.0.113.12'))
    expect(JSON.stringify(await backend.sql('select * from private.rate_limits'))).not.toContain('203.0.113')
  })

  test('an address sent with the secret key is counted like a direct call', async () => {
    const behind = async (address: string) => {
      const insert = backend.service.from('subscribers').insert(letter())
      return (await insert.setHeader('x-reader-address', address)).error?.code ?? null
    }
    await send('subscribers', letter(), from('203.0.113.13'))
    for (let at = 1; at < 8; at += 1) expect(await behind('203.0.113.13')).toBeNull()
    expect(await behind('203.0.113.13')).toBe('PT429')
    expect(await behind('203.0.113.14')).toBeNull()
  })

  test('a visitor cannot choose the address to be counted under', async () => {
    for (let at = 0; at < 8; at += 1) {
      await send('subscribers', letter(), { ...from('203.0.113.15'), 'x-reader-address': `198.51.100.${at}` })
    }
    expect((await send('subscribers', letter(), from('203.0.113.15'))).code).toBe('PT429')
  })

  test('the secret key has no limit', async () => {
    for (let at = 0; at < 10; at += 1) await insertRow(backend, 'contact_messages', message())
  })
})

function randomText(length: number): string {
  return Array.from({ length: Math.ceil(length / 36) }, () => randomUUID()).join('')
}
