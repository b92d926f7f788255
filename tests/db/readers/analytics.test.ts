import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type Backend,
  addPerson,
  CALLERS,
  draft,
  openBackend,
  published,
  insertRow,
} from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
afterEach(async () => {
  for (const table of ['articles', 'subscribers', 'publish_outbox', 'builds'])
    await backend.sql(`delete from public.${table}`)
})

const NUMBERS = ['get_story_numbers', 'get_subscriber_numbers', 'get_publish_numbers']
const RANGE = { p_from: '2026-01-01', p_until: '2026-01-31' }

async function numbers<T>(name: string, range: object = RANGE): Promise<T> {
  const { data, error } = await backend.as.editor.rpc(name, range)
  expect(error).toBeNull()
  return data as T
}

test.for(CALLERS)('%s: only editors read the analytics', async (caller) => {
  for (const name of NUMBERS) {
    const { error } = await backend.as[caller].rpc(name, RANGE)
    expect(error?.code ?? null).toBe(caller === 'editor' || caller === 'super_admin' ? null : '42501')
  }
})

test('days are in the time zone of the magazine', async () => {
  await insertRow(backend, 'site_settings', { id: randomUUID(), time_zone: 'Pacific/Auckland' })
  try {
    const range = { p_from: '2025-06-02', p_until: '2025-06-02' }
    // 00:30 on the 2nd, 23:30 on the 2nd, 00:30 on the 3rd.
    for (const published_at of ['2025-06-01T12:30:00Z', '2025-06-02T11:30:00Z', '2025-06-02T12:30:00Z'])
      await insertRow(backend, 'articles', published({ published_at }))
    const found = await numbers<{ days: unknown }>('get_story_numbers', range)
    expect(found.days).toEqual([{ day: '2025-06-02', stories: 2 }])
  } finally {
    await backend.sql('delete from public.site_settings')
  }
})

test('counts published articles by their day in UTC, category and author', async () => {
  const author = await addPerson(backend)
  await backend.sql(`update public.profiles set full_name = 'Ines Abril' where id = $1::uuid`, [author])
  const category = await insertRow(backend, 'categories', { name: 'Rooms', slug: 'rooms', color: '#112233' })
  const out = (published_at: string, more: object = {}) =>
    insertRow(backend, 'articles', published({ published_at, ...more }))
  await out('2026-01-01T00:00:00Z', { author_id: author, category_id: category.id })
  await out('2026-01-31T23:59:59Z', { author_id: author })
  await out('2026-01-31T12:00:00Z')
  await out('2025-12-31T23:59:59Z')
  await out('2026-02-01T00:00:00Z')
  await out('2026-01-15T00:00:00Z', { deleted_at: '2026-02-01T00:00:00Z' })
  await insertRow(backend, 'articles', draft())

  expect(await numbers('get_story_numbers')).toEqual({
    days: [
      { day: '2026-01-01', stories: 1 },
      { day: '2026-01-31', stories: 2 },
    ],
    categories: [
      { name: null, color: null, stories: 2 },
      { name: 'Rooms', color: '#112233', stories: 1 },
    ],
    authors: [
      { name: 'Ines Abril', stories: 2 },
      { name: null, stories: 1 },
    ],
  })
})

test('counts the subscribers of a period who are subscribed today, by day and source', async () => {
  const rows = [
    ['2025-12-01T08:00:00Z', 'active', '/'],
    ['2026-01-02T08:00:00Z', 'active', '/'],
    ['2026-01-02T09:00:00Z', 'unsubscribed', '/contact'],
    ['2026-01-02T10:00:00Z', 'pending', '/contact'],
    ['2026-01-09T09:00:00Z', 'active', null],
  ] as const
  for (const [subscribed_at, status, source_page] of rows) {
    await insertRow(backend, 'subscribers', {
      email: `reader-${Date.parse(subscribed_at)}@example.com`,
      subscribed_at,
      status,
      source_page,
    })
  }
  expect(await numbers('get_subscriber_numbers')).toEqual({
    active_before: 1,
    days: [
      { day: '2026-01-02', joined: 1, active: 1 },
      { day: '2026-01-09', joined: 1, active: 1 },
    ],
    sources: [
      { source: '', joined: 1 },
      { source: '/', joined: 1 },
    ],
  })
})

test('publish times run from the save (or due date) to live, and leave out full builds', async () => {
  await backend.sql('delete from public.publish_outbox')
  const build = async (
    kind: string,
    status: string,
    events: [created: string, due: string, done: string][],
  ) => {
    const [made] = await backend.sql<{ id: number }>(
      `insert into public.builds (kind, status, started_at) values ($1, $2, '2026-01-05T10:00:00Z') returning id`,
      [kind, status],
    )
    for (const [created, due, done] of events) {
      await backend.sql(
        `insert into public.publish_outbox (entity, entity_id, build_id, created_at, due_at, processed_at)
         values ('articles', 'x', $1, $2::timestamptz, $3::timestamptz, $4::timestamptz)`,
        [made?.id, created, due, done],
      )
    }
  }
  const at = (seconds: string) => `2026-01-05T10:00:${seconds}Z`
  // Saved in two steps, live a second after the first; scheduled long ago, live 3 s after it was due; made by a start.
  await build('publish', 'live', [
    [at('00'), at('00'), at('01')],
    [at('00.4'), at('00.4'), at('01')],
  ])
  await build('publish', 'live', [['2026-01-01T00:00:00Z', at('00'), at('03')]])
  await build('full', 'live', [['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', at('40')]])
  await build('publish', 'failed', [])
  expect(await numbers('get_publish_numbers')).toEqual({
    publishes: 2,
    failed: 1,
    median_ms: 2000,
    p95_ms: 2900,
    days: [{ day: '2026-01-05', publishes: 2, median_ms: 2000, p95_ms: 2900 }],
  })
})
