import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LETTER_LIMITS } from '../../../src/domain/letters/letter.ts'
import {
  TEXT_BLOCK,
  TOPIC,
  addLetter,
  addSubscribers,
  frozenLetter,
  recipientsOf,
  removeLetters,
  setSender,
} from '../../support/letters/letters.ts'
import { type Backend, type Caller, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  await removeLetters(backend)
  await setSender(backend)
})

interface Saved {
  id: string
  version: number
  status: string
  hold: string | null
  created_by: string | null
}

async function save(
  letter: object,
  {
    id = null,
    version = null,
    by = 'editor',
  }: { id?: string | null; version?: number | null; by?: Caller } = {},
) {
  const { data, error } = await backend.as[by].rpc('save_letter', {
    ...{ p_id: id, p_version: version },
    p_letter: { topic: TOPIC, subject: 'This week', blocks: [TEXT_BLOCK], ...letter },
  })
  return { saved: data as Saved, error }
}

const read = async (id: string) => {
  const [row] = await backend.sql<
    Saved & { send_at: string; slug: string | null; from_name: string; ended_at: string | null }
  >('select * from public.letters where id = $1::uuid', [id])
  return row
}
const act = (name: string, id: string, by: Caller = 'editor') =>
  backend.as[by].rpc(`${name}_letter`, { p_id: id })
const schedule = (id: string, version = 1, by: Caller = 'editor', at: string | null = null) =>
  backend.as[by].rpc('schedule_letter', { p_id: id, p_version: version, p_send_at: at })

describe('a draft', () => {
  test('is saved with the version that its writer saw, or not at all', async () => {
    const { saved } = await save({}, { by: 'contributor' })
    expect(saved).toMatchObject({ version: 1, status: 'draft', created_by: backend.id.contributor })
    const { saved: second } = await save(
      { subject: 'Next week' },
      { id: saved.id, version: 1, by: 'contributor' },
    )
    expect(second.version).toBe(2)
    expect((await save({ subject: 'Old' }, { id: saved.id, version: 1 })).error).toMatchObject({
      code: 'PT409',
    })
  })

  test.each([
    [{}, 'A letter must be a list of blocks'],
    [[{ kind: 'video', id: 'a' }], 'A letter must be a list of blocks'],
    [[TEXT_BLOCK, TEXT_BLOCK], 'A letter must be a list of blocks'],
    [
      [{ ...TEXT_BLOCK, html: 'a'.repeat(LETTER_LIMITS.text + 1) }],
      'A text of a letter must be at most 50,000 characters',
    ],
    [
      [{ kind: 'button', id: 'a', label: 'a'.repeat(LETTER_LIMITS.label + 1), href: '/' }],
      'The label of a button must be at most 80 characters',
    ],
    [
      Array.from({ length: LETTER_LIMITS.blocks + 1 }, (_, n) => ({ ...TEXT_BLOCK, id: `${n}` })),
      'A letter has at most 20 blocks',
    ],
    [[{ kind: 'hero', id: 'a', items: 'none', by_rule: true }], 'A letter must be a list of blocks'],
    [
      [{ kind: 'stories', id: 'a', items: [], by_rule: true, count: 9, section: null, title: null }],
      'A block shows 1 to 6 stories',
    ],
  ])('is refused with blocks that no mail shows %#', async (blocks, message) => {
    expect((await save({ blocks })).error).toMatchObject({ code: '23514', message })
  })

  test('has a subject of one line', async () => {
    expect((await save({ subject: 'News\r\nBcc: all@example.com' })).error).toMatchObject({ code: '23514' })
  })
})

describe('scheduling', () => {
  test('is of editors, and of letters that can go out', async () => {
    await addSubscribers(backend, 2)
    const id = await addLetter(backend)
    expect((await schedule(id, 1, 'contributor')).error).toMatchObject({
      code: '42501',
      message: 'Only editors send letters',
    })
    expect((await schedule(id, 2)).error).toMatchObject({ code: 'PT409' })
    const { saved: empty } = await save({ blocks: [] })
    expect((await schedule(empty.id)).error?.message).toBe('The letter has nothing in it: add a block first')
    const { saved: nameless } = await save({ subject: ' ' })
    expect((await schedule(nameless.id)).error?.message).toBe('The letter has no subject')
    const { saved: nobody } = await save({ topic: 'specialOffers' })
    expect((await schedule(nobody.id)).error?.message).toBe('Nobody has chosen this topic')
    await setSender(backend, 'none')
    expect((await schedule(id)).error?.message).toBe('No mail server is set up for letters')
    await setSender(backend)
    expect((await schedule(id)).error).toBeNull()
    expect(await read(id)).toMatchObject({ status: 'scheduled', hold: null })
  })

  test('keeps a letter from being saved empty, and can be taken back', async () => {
    await addSubscribers(backend, 1)
    const id = await addLetter(backend)
    await schedule(id, 1, 'editor', '2099-01-01T00:00:00Z')
    const { version = 0 } = (await read(id)) ?? {}
    expect((await save({ blocks: [] }, { id, version })).error).toMatchObject({ code: '23514' })
    expect((await act('unschedule', id)).error).toBeNull()
    expect((await save({ blocks: [] }, { id, version })).error).toBeNull()
  })

  test('is for every act in the audit log', async () => {
    await addSubscribers(backend, 1)
    const id = await addLetter(backend)
    await schedule(id)
    for (const name of ['hold', 'resume', 'cancel']) expect((await act(name, id)).error).toBeNull()
    const entries = await backend.sql<{ note: string }>(
      `select regexp_replace(note, ' for .*', '') as note from public.audit_log where kind = 'letter' and entity_id = $1 order by id`,
      [id],
    )
    expect(entries.map(({ note }) => note)).toEqual(['Scheduled', 'Held', 'Resumed', 'Cancelled'])
  })
})

describe('freezing', () => {
  test('has a row for everybody who has chosen the topic, with the reason for who gets nothing', async () => {
    const active = await addSubscribers(backend, 3)
    await addSubscribers(backend, 1, { status: 'pending' })
    await addSubscribers(backend, 1, { status: 'unsubscribed' })
    await addSubscribers(backend, 1, { preferences: { [TOPIC]: false } })
    const [suppressed = ''] = active.keys()
    await backend.as.editor.rpc('suppress_address', { p_email: suppressed.toUpperCase() })
    const { data: audience } = await backend.as.editor.rpc('letter_audience', { p_topic: TOPIC })
    expect(audience).toMatchObject({ candidates: 4, recipients: 2, excluded: [{ count: 1 }, { count: 1 }] })
    const id = await frozenLetter(backend)
    const rows = await recipientsOf(backend, id)
    expect(rows.map(({ state, reason }) => reason ?? state).toSorted()).toEqual([
      'The staff stopped letters to this address',
      'The subscription is not confirmed',
      'queued',
      'queued',
    ])
    const { data: numbers } = await backend.as.editor.rpc('letter_numbers', { p_id: id })
    expect(numbers).toMatchObject({ candidates: 4, excluded: 2, recipients: 2, queued: 2, accepted: 0 })
  })

  test('is of the version that was drawn, at its time, and once', async () => {
    await addSubscribers(backend, 1)
    const id = await addLetter(backend)
    await schedule(id)
    const freeze = (version: number) =>
      backend.service.rpc('freeze_letter', {
        ...{
          p_id: id,
          p_version: version,
          p_slug: 'this-week',
          p_content: { subject: 'This week', preview_text: '', blocks: [] },
        },
        ...{ p_html: '<p></p>', p_plain_text: '' },
      })
    const { version = 0 } = (await read(id)) ?? {}
    expect((await freeze(version + 1)).data).toBeNull()
    expect((await freeze(version)).data).toEqual({ candidates: 1, recipients: 1 })
    expect((await freeze(version)).data).toBeNull()
    expect((await save({ subject: 'Another' }, { id, version: version + 1 })).error?.message).toBe(
      'This letter went out or was cancelled: it cannot be changed any more',
    )
    await backend.as.super_admin.from('letters').delete().eq('id', id)
    expect(await read(id)).toMatchObject({ status: 'sending', slug: 'this-week' })
  })

  test('gives letters of one subject addresses of their own', async () => {
    await addSubscribers(backend, 1)
    const slugs = []
    for (let n = 0; n < 3; n += 1) slugs.push((await read(await frozenLetter(backend)))?.slug)
    expect(slugs).toEqual(['this-week', 'this-week-2', 'this-week-3'])
  })

  test('is left to a person when its time is over by more than an hour', async () => {
    await addSubscribers(backend, 1)
    const id = await addLetter(backend)
    await schedule(id)
    await backend.sql(
      `update public.letters set send_at = now() - interval '61 minutes' where id = $1::uuid`,
      [id],
    )
    expect((await backend.service.rpc('due_letters')).data).toMatchObject({ due: [], is_sending: false })
    expect(await read(id)).toMatchObject({ status: 'scheduled', hold: 'late' })
    await act('resume', id)
    expect((await backend.service.rpc('due_letters')).data).toMatchObject({ due: [{ id }] })
  })

  test('is left to a person when it was going out and nothing has sent for an hour', async () => {
    await addSubscribers(backend, 1)
    // A letter that begins is not late, however long ago the last one was.
    await backend.sql(`update private.letter_adapter set asked_at = now() - interval '1 day'`)
    const id = await frozenLetter(backend)
    expect((await backend.service.rpc('due_letters')).data).toMatchObject({ is_sending: true })
    // As where no publisher ever was.
    await backend.sql('delete from private.letter_adapter')
    await backend.service.rpc('due_letters')
    await backend.sql(`update private.letter_adapter set asked_at = asked_at - interval '59 minutes'`)
    expect((await backend.service.rpc('due_letters')).data).toMatchObject({ is_sending: true })
    await backend.sql(`update private.letter_adapter set asked_at = asked_at - interval '61 minutes'`)
    expect((await backend.service.rpc('due_letters')).data).toMatchObject({ is_sending: false })
    expect(await read(id)).toMatchObject({ status: 'sending', hold: 'late' })
    await act('resume', id)
    expect((await backend.service.rpc('due_letters')).data).toMatchObject({ is_sending: true })
  })
})

test('erasing a subscriber leaves numbers, and of an address a digest only', async () => {
  const [[email = '', subscriber = ''] = []] = await addSubscribers(backend, 2)
  await backend.as.editor.rpc('suppress_address', { p_email: email, p_topic: 'designTips' })
  const id = await frozenLetter(backend)
  await backend.sql(
    `update public.letter_recipients set bounce = email || ' is not here' where letter_id = $1::uuid`,
    [id],
  )
  await backend.as.super_admin.rpc('erase_subscriber', { p_id: subscriber })
  const texts = await backend.sql<{ text: string }>(
    `select to_jsonb(r)::text as text from public.letter_recipients r union all
     select to_jsonb(s)::text from public.suppressions s union all select to_jsonb(e)::text from private.mail_events e`,
  )
  expect(texts).toHaveLength(3)
  expect(texts.filter(({ text }) => text.includes(email) || text.includes(subscriber))).toEqual([])
  const { data: numbers } = await backend.as.editor.rpc('letter_numbers', { p_id: id })
  expect(numbers).toMatchObject({ candidates: 2, recipients: 2, queued: 1, skipped: 1 })
})
