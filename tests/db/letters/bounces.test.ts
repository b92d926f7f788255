import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addSubscribers,
  claimMails,
  finishMails,
  frozenLetter,
  removeLetters,
  setSender,
} from '../../support/letters/letters.ts'
import { type Backend, openBackend } from '../support/backend.ts'

let backend: Backend
let recipient: string
let email: string
let letter: string
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  await removeLetters(backend)
  await setSender(backend)
  ;[email = ''] = [...(await addSubscribers(backend, 1)).keys()]
  letter = await frozenLetter(backend)
  const claim = await claimMails(backend)
  await finishMails(backend, claim)
  recipient = claim.mails?.[0]?.id ?? ''
})

let events = 0
const tell = async (kind: string, at: string, words = kind, event = `event-${(events += 1)}`) => {
  const { data, error } = await backend.service.rpc('record_mail_event', {
    ...{
      p_provider: 'resend',
      p_event_id: event,
      p_kind: kind,
      p_at: at,
      p_recipient: recipient,
      p_words: words,
    },
  })
  expect(error).toBeNull()
  return data as unknown
}
const row = async () => {
  const [found] = await backend.sql<{
    bounced_at: Date | string | null
    bounce: string | null
    left_by: string | null
  }>('select bounced_at::text, bounce, left_by from public.letter_recipients where id = $1::uuid', [
    recipient,
  ])
  return found
}
const suppressions = async () =>
  (await backend.as.editor.from('suppressions').select('id, email, reason, topic, lifted_at')).data ?? []

const MONDAY = '2026-01-05T10:00:00Z'
const TUESDAY = '2026-01-06T10:00:00Z'

test('an event that is told twice counts once', async () => {
  expect(await tell('hard', MONDAY, 'no such mailbox', 'same')).toBe(true)
  expect(await tell('hard', TUESDAY, 'another', 'same')).toBe(false)
  expect(await row()).toMatchObject({ bounce: 'no such mailbox' })
  expect(await suppressions()).toMatchObject([{ email, reason: 'hard', topic: null }])
})

test('a final bounce is not overwritten by a passing one, whatever comes first', async () => {
  await tell('soft', TUESDAY, 'mailbox full')
  expect(await suppressions()).toEqual([])
  await tell('hard', MONDAY, 'no such mailbox')
  await tell('soft', TUESDAY, 'mailbox full')
  await tell('delivered', TUESDAY)
  expect(await row()).toMatchObject({
    bounce: 'no such mailbox',
    bounced_at: expect.stringContaining('2026-01-05') as string,
  })
})

test('a complaint stops all letters, and no bounce takes its place', async () => {
  await tell('complaint', MONDAY)
  await tell('hard', TUESDAY)
  expect(await suppressions()).toMatchObject([{ reason: 'complaint' }])
  expect(await row()).toMatchObject({ left_by: 'complaint' })
  const { data: audience } = await backend.as.editor.rpc('letter_audience', { p_topic: 'weeklyNewsletter' })
  expect(audience).toMatchObject({
    recipients: 0,
    excluded: [{ reason: 'The reader called a letter spam', count: 1 }],
  })
})

test('what was taken back by hand stays so, also when an event of before comes late', async () => {
  await tell('hard', MONDAY)
  const [{ id } = { id: '' }] = await suppressions()
  expect((await backend.as.contributor.rpc('lift_suppression', { p_id: id })).error).toMatchObject({
    code: '42501',
  })
  expect((await backend.as.editor.rpc('lift_suppression', { p_id: id })).error).toBeNull()
  await tell('hard', TUESDAY)
  const { data: audience } = await backend.as.editor.rpc('letter_audience', { p_topic: 'weeklyNewsletter' })
  expect(audience).toMatchObject({ recipients: 1 })
  await tell('hard', '2999-01-01T00:00:00Z')
  expect(await suppressions()).toMatchObject([{ lifted_at: null }])
})

test('an event about a mail without an answer says that it was accepted', async () => {
  await backend.sql(`update public.letter_recipients set state = 'unknown' where id = $1::uuid`, [recipient])
  await tell('delivered', MONDAY)
  const { data: numbers } = await backend.as.editor.rpc('letter_numbers', { p_id: letter })
  expect(numbers).toMatchObject({ unknown: 0, accepted: 1 })
})

test('a suppressed address still gets the mails that it asks for', async () => {
  await tell('complaint', MONDAY)
  const { error } = await backend.service.rpc('request_subscriber_mail', {
    p_email: email,
    p_purpose: 'data',
  })
  expect(error).toBeNull()
  const { data } = await backend.service.rpc('claim_mail')
  expect(data).toMatchObject([{ kind: 'data', email }])
})
