import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, openBackend, insertRow } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const message = () =>
  insertRow(backend, 'contact_messages', { name: 'Ida', email: 'ida@example.com', message: 'Hello' })

async function stored(id: string) {
  const [row] = await backend.sql<{ status: string; answered_at: Date | null; answered_by: string | null }>(
    'select status, answered_at, answered_by from public.contact_messages where id = $1::uuid',
    [id],
  )
  return row
}

describe('a message', () => {
  const mark = (id: string, status: string) =>
    backend.as.editor.from('contact_messages').update({ status }).eq('id', id)

  test('records when and by whom it was answered, until its status is taken back', async () => {
    const { id } = await message()
    expect((await mark(id, 'answered')).error).toBeNull()
    expect(await stored(id)).toMatchObject({ status: 'answered', answered_by: backend.id.editor })
    expect((await stored(id))?.answered_at).not.toBeNull()
    await mark(id, 'new')
    expect(await stored(id)).toEqual({ status: 'new', answered_at: null, answered_by: null })
  })

  test('cannot be edited, not even by a super admin', async () => {
    const { id } = await message()
    for (const change of [
      { message: 'Changed' },
      { email: 'other@example.com' },
      { answered_by: backend.id.viewer },
    ]) {
      const { error } = await backend.as.super_admin.from('contact_messages').update(change).eq('id', id)
      expect(error?.code).toBe('42501')
    }
  })

  test('has one of three statuses', async () => {
    const { id } = await message()
    expect((await mark(id, 'lost')).error?.code).toBe('23514')
  })
})

describe('the overview of subscribers', () => {
  beforeAll(async () => {
    await backend.service.from('subscribers').insert([
      { email: 'a@example.com', source_page: '/', subscribed_at: '2026-10-31T22:59:00Z' },
      { email: 'b@example.com', source_page: '/browse', subscribed_at: '2026-11-02T10:00:00Z' },
      {
        email: 'c@example.com',
        source_page: '/browse',
        subscribed_at: '2026-11-03T10:00:00Z',
        status: 'unsubscribed',
      },
      { email: 'd@example.com', source_page: null, subscribed_at: '2026-11-03T10:00:00Z' },
      { email: 'e@example.com', source_page: '/', subscribed_at: '2026-11-03T10:00:00Z', status: 'pending' },
    ])
  })

  const overview = (who: 'anon' | 'viewer' | 'contributor' | 'editor') =>
    backend.as[who].rpc('get_subscriber_overview', { month_start: '2026-10-31T23:00:00Z' })

  test('counts active subscribers, pending and unsubscribed ones apart, and lists the sources, most used first', async () => {
    expect((await overview('editor')).data).toEqual([
      {
        total: 3,
        active: 3,
        this_month: 2,
        pending: 1,
        unsubscribed: 1,
        requests: 0,
        sources: ['/', '/browse'],
      },
    ])
  })

  test('is empty for callers who may not read subscribers', async () => {
    expect((await overview('anon')).error?.code).toBe('42501')
    for (const who of ['viewer', 'contributor'] as const) {
      expect((await overview(who)).data).toEqual([
        { total: 0, active: 0, this_month: 0, pending: 0, unsubscribed: 0, requests: 0, sources: [] },
      ])
    }
  })
})
