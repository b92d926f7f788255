import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LINK_PURPOSES } from '../../../src/domain/readers/subscriber-link.ts'
import { type Backend, draft, insertRow, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
afterEach(async () => {
  for (const table of ['public.subscribers', 'public.notifications', 'private.mails'])
    await backend.sql(`delete from ${table}`)
})

const toSubscriber = (kind: string) => async () => {
  const { id } = await insertRow(backend, 'subscribers', { email: `${randomUUID()}@example.com` })
  await backend.sql('insert into private.mails (subscriber_id, kind) values ($1::uuid, $2)', [id, kind])
}

/** Makes a mail of each kind due. */
const QUEUE: Readonly<Record<string, () => Promise<void>>> = {
  ...Object.fromEntries(LINK_PURPOSES.map((purpose) => [purpose, toSubscriber(purpose)])),
  notifications: async () => {
    const { id } = await insertRow(backend, 'articles', draft({ author_id: backend.id.contributor }))
    await insertRow(backend, 'notifications', {
      recipient_id: backend.id.contributor,
      kind: 'assigned',
      article_id: id,
      by_mail: true,
      created_at: new Date(Date.now() - 600_000).toISOString(),
    })
  },
}

/** Claims the next mail; null when none is due. */
async function claim(): Promise<{ id: string; kind: string } | null> {
  const { data, error } = await backend.service.rpc('claim_mail')
  if (error) throw new Error(error.message)
  return (data as { id: string; kind: string }[])[0] ?? null
}

async function finish(id: string | undefined, error: string | null): Promise<void> {
  const finished = await backend.service.rpc('finish_mail', { p_id: id, p_error: error })
  if (finished.error) throw new Error(finished.error.message)
}

/** Lets time pass for the queue. */
const pass = (interval: string) =>
  backend.sql('update private.mails set due_at = due_at - $1::interval, sent_at = sent_at - $1::interval', [
    interval,
  ])

test('these are all kinds of mails', async () => {
  const kinds = await backend.sql<{ kind: string }>(
    `select (regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''', 'g'))[1] as kind
     from pg_constraint where conname = 'mails_kind_check'`,
  )
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(QUEUE).toSorted())
})

describe.each(Object.keys(QUEUE))('a mail (%s)', (kind) => {
  test('whose sender says nothing goes to another one after two minutes, as the same mail, until it is sent', async () => {
    await QUEUE[kind]?.()
    const first = await claim()
    expect(first?.kind).toBe(kind)
    await pass('1 minute 50 seconds')
    expect(await claim()).toBeNull()
    await pass('15 seconds')
    const second = await claim()
    expect(second?.id).toBe(first?.id)
    await finish(second?.id, null)
    await pass('7 days')
    expect(await claim()).toBeNull()
  })

  test('that was sent is not sent again when an earlier sender says that it failed', async () => {
    await QUEUE[kind]?.()
    const mail = await claim()
    await pass('3 minutes')
    await claim()
    await finish(mail?.id, null)
    await finish(mail?.id, 'The connection was lost')
    await pass('7 days')
    expect(await claim()).toBeNull()
  })

  test('that fails waits twice as long each time: six times to a subscriber, at most an hour with notifications', async () => {
    await QUEUE[kind]?.()
    const waits: number[] = []
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const mail = await claim()
      if (mail === null) break
      await finish(mail.id, 'The server is down')
      const [row] = await backend.sql<{ minutes: number }>(
        'select round(extract(epoch from due_at - now()) / 60)::integer as minutes from private.mails',
      )
      waits.push(row?.minutes ?? 0)
      await pass('61 minutes')
    }
    expect(waits).toEqual(kind === 'notifications' ? [2, 4, 8, 16, 32, 60, 60, 60] : [2, 4, 8, 16, 32, 60])
  })
})
