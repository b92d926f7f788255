import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { LetterEnv } from '../../src/backend/env/letter-env.ts'
import { MAILBOX_PATH } from '../../supabase/local/mailbox-path.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { startTestStack } from '../support/database/test-stack.ts'
import { startFakeResend } from '../support/letters/fake-resend.ts'
import {
  addSubscribers,
  frozenLetter,
  recipientsOf,
  removeLetters,
  setSender,
  statesOf,
} from '../support/letters/letters.ts'
import type { SenderJob } from '../support/letters/sender-process.ts'
import { ended, sendWithKills, startSender } from '../support/letters/senders.ts'
import { type SmtpFault, startSmtpSink } from '../support/letters/smtp-sink.ts'
import { isLongRun } from '../support/long-run.ts'
import { type Random, seededRandom } from '../support/random.ts'

/** Addresses of a letter, and kills of its sender. */
const [ADDRESSES, KILLS] = isLongRun ? [5_000, 20] : [120, 1]
const LONG_MS = 900_000
/** For how long a claim is its sender's, in s. */
const CLAIM_S = 5

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack({ maxMails: 20_000 })
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await removeLetters(stack)
  await stack.sql('delete from public.publish_outbox where true')
})

const job = (env: LetterEnv): SenderJob => ({
  ...{ supabaseUrl: stack.url, secretKey: stack.secretKey, env, claimS: CLAIM_S },
})
const mailboxEnv = (): LetterEnv => ({
  adapter: 'mailbox',
  from: 'letters@mantel.example',
  url: stack.url + MAILBOX_PATH,
})
const smtpEnv = (port: number): LetterEnv => ({
  ...{ adapter: 'smtp', from: 'letters@mantel.example', host: '127.0.0.1', port, account: null, dkim: null },
})

/** An audience of which some are pending, suppressed, or leave. Returns who is to get the letter, and who must not. */
async function audience(count: number) {
  const readers = [...(await addSubscribers(stack, count)).keys()]
  const never = [
    ...(await addSubscribers(stack, 5, { status: 'pending' })).keys(),
    ...(await addSubscribers(stack, 5, { status: 'unsubscribed' })).keys(),
    ...(await addSubscribers(stack, 5)).keys(),
    ...(await addSubscribers(stack, 5)).keys(),
  ]
  for (const email of never.slice(10, 15))
    await stack.sql(`select private.suppress($1, 'complaint', null, now())`, [email])
  const letter = await frozenLetter(stack)
  // Consent that ends when the letter is frozen already.
  for (const email of never.slice(15))
    await stack.sql(`update public.subscribers set status = 'unsubscribed' where email = $1`, [email])
  return { readers, never, letter }
}

/** Sends until the letter is sent, at first with kills. All that is put off is due, and a letter that is held is resumed. */
async function untilSent(letter: string, sending: SenderJob, kills: number, random: Random) {
  for (let isFirst = true; ; isFirst = false) {
    let isOver = false
    const over = sendWithKills(sending, isFirst ? kills : 0, random, 400).finally(() => (isOver = true))
    while (!isOver) {
      await stack.sql(
        `update public.letter_recipients set due_at = now() where state in ('queued', 'unknown') and due_at > now()`,
      )
      await sleep(100)
    }
    await over
    const [row] = await stack.sql<{ status: string; hold: string | null }>(
      'select status, hold from public.letters where id = $1::uuid',
      [letter],
    )
    if (row?.status === 'sent') return
    if (row?.hold !== null) await stack.sql('select public.resume_letter($1::uuid)', [letter])
  }
}

test(`${ADDRESSES} letters in the local mailbox, ${KILLS} senders killed: each reader has one, nobody else any`, async () => {
  await setSender(stack)
  const { readers, never, letter } = await audience(ADDRESSES)
  const before = stack.mails().length
  await sendWithKills(job(mailboxEnv()), KILLS, seededRandom(1), isLongRun ? 1_500 : 400)
  const got = stack
    .mails()
    .slice(0, stack.mails().length - before)
    .map(({ to }) => to)
  expect(got).toHaveLength(readers.length)
  expect(got.toSorted()).toEqual(readers.toSorted())
  expect(got.filter((to) => never.includes(to))).toEqual([])
  expect(await statesOf(stack, letter)).toEqual({ accepted: readers.length, excluded: 10, skipped: 5 })
})

test('with a provider that drops answers: each reader has one letter, and an address it refuses fails alone', async () => {
  await setSender(stack, 'resend')
  const provider = await startFakeResend(seededRandom(2))
  onTestFinished(provider.stop)
  await addSubscribers(stack, 2, { prefix: 'invalid' })
  const { readers, letter } = await audience(ADDRESSES / 2)
  const env: LetterEnv = { adapter: 'resend', from: 'letters@mantel.example', key: 're_test' }
  await untilSent(letter, { ...job(env), api: provider.url }, KILLS, seededRandom(3))
  expect(provider.taken.toSorted()).toEqual(readers.toSorted())
  expect(await statesOf(stack, letter)).toMatchObject({ accepted: readers.length, failed: 2, skipped: 5 })
  const failed = (await recipientsOf(stack, letter)).filter(({ state }) => state === 'failed')
  expect(failed.map(({ reason }) => reason)).toEqual(Array(2).fill('Invalid `to` field'))
})

test(
  'with plain SMTP and faults: nobody is left out, and at most what was open comes twice',
  async () => {
    await setSender(stack, 'smtp')
    const random = seededRandom(4)
    const tried = new Map<string, number>()
    const sink = await startSmtpSink((address): SmtpFault => {
      const attempt = (tried.get(address) ?? 0) + 1
      tried.set(address, attempt)
      if (address.includes('-50@') || address.includes('-100@')) return 550
      // A fault is over at the second attempt, as most are.
      return attempt > 1
        ? 'none'
        : random.pick<SmtpFault>([
            'none',
            'none',
            'none',
            'none',
            'none',
            'none',
            'drop-before-data',
            'drop-after-dot',
            451,
          ])
    })
    onTestFinished(sink.stop)
    const { readers, never, letter } = await audience(ADDRESSES)
    await untilSent(letter, job(smtpEnv(sink.port)), KILLS, random)
    const rows = await recipientsOf(stack, letter)
    const refused = readers.filter((email) => email.includes('-50@') || email.includes('-100@'))
    const distinct = new Set(sink.taken.map(({ to }) => to))
    for (const { email, state, reason } of rows.filter((row) => readers.includes(row.email ?? ''))) {
      if (refused.includes(email ?? '')) expect(state).toBe('failed')
      else if (state === 'accepted') expect(distinct).toContain(email)
      // Its answer was lost three times.
      else expect(reason).toMatch(/it may have arrived$/)
    }
    const accepted = rows.filter(({ state }) => state === 'accepted')
    expect(accepted.length).toBeGreaterThan(0.99 * readers.length - 5)
    expect([...refused, ...never].filter((email) => distinct.has(email))).toEqual([])
    const doubles = sink.taken.length - distinct.size
    // Each kill leaves one claim of four mails open.
    expect(doubles).toBeLessThanOrEqual(sink.dropped + 4 * KILLS)
  },
  LONG_MS,
)

test('a server that says 421 has the letter wait, in its words, and nothing is lost', async () => {
  await setSender(stack, 'smtp')
  let isBusy = true
  const sink = await startSmtpSink(() => (isBusy ? 421 : 'none'))
  onTestFinished(sink.stop)
  const { readers, letter } = await audience(5)
  await ended(startSender(job(smtpEnv(sink.port))))
  const [row] = await stack.sql('select status, hold, problem from public.letters where id = $1::uuid', [
    letter,
  ])
  expect(row).toEqual({ status: 'sending', hold: 'provider', problem: '421 Fault 421' })
  isBusy = false
  await stack.sql('select public.resume_letter($1::uuid)', [letter])
  await ended(startSender(job(smtpEnv(sink.port))))
  expect(sink.taken.map(({ to }) => to).toSorted()).toEqual(readers.toSorted())
})

test('three senders at once hand no mail over twice', async () => {
  await setSender(stack, 'smtp')
  const sink = await startSmtpSink()
  onTestFinished(sink.stop)
  const { readers, letter } = await audience(isLongRun ? 3_000 : 120)
  await Promise.all(Array.from({ length: 3 }, () => ended(startSender(job(smtpEnv(sink.port))))))
  expect(sink.taken.map(({ to }) => to).toSorted()).toEqual(readers.toSorted())
  expect(await statesOf(stack, letter)).toMatchObject({ accepted: readers.length })
})

test('a letter that is held is handed over no further after two seconds', async () => {
  await setSender(stack, 'smtp', 6_000)
  const sink = await startSmtpSink()
  onTestFinished(sink.stop)
  const { letter } = await audience(400)
  const sender = startSender(job(smtpEnv(sink.port)))
  await expect.poll(() => sink.taken.length).toBeGreaterThan(20)
  await stack.sql('select public.hold_letter($1::uuid)', [letter])
  const held = performance.now()
  await ended(sender)
  expect(performance.now() - held).toBeLessThan(2_000)
  const { queued = 0, accepted = 0, claimed = 0 } = await statesOf(stack, letter)
  expect({ claimed, accepted }).toEqual({ claimed: 0, accepted: sink.taken.length })
  expect(queued).toBeGreaterThan(100)
})
