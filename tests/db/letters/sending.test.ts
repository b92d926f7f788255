import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  TOPIC,
  addLetter,
  addSubscribers,
  claimMails,
  finishMails,
  frozenLetter,
  pagesAreOut,
  recipientsOf,
  removeLetters,
  setSender,
  statesOf,
} from '../../support/letters/letters.ts'
import { randomCases } from '../../support/long-run.ts'
import { seededRandom } from '../../support/random.ts'
import { type Backend, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  await removeLetters(backend)
  await setSender(backend)
})

const statusOf = async (id: string) => {
  const [row] = await backend.sql<{ status: string; hold: string | null; problem: string | null }>(
    'select status, hold, problem from public.letters where id = $1::uuid',
    [id],
  )
  return row
}
const act = async (name: string, id: string) => {
  const { error } = await backend.as.editor.rpc(`${name}_letter`, { p_id: id })
  expect(error).toBeNull()
}
const unsubscribe = (email: string) =>
  backend.sql(`update public.subscribers set status = 'unsubscribed' where email = $1`, [email])
/** The claims that were left, as of a sender that was killed. */
const takeOver = async () => {
  const [row] = await backend.sql<{
    claims: { claim: string; mails: { id: string; email: string; token: string }[] }[]
  }>('select public.take_over_letter_claims(gen_random_uuid(), 12) as claims')
  return row?.claims ?? []
}
const forgetSender = () =>
  backend.sql(`update public.letter_recipients set due_at = now() where state in ('claimed', 'unknown')`)

describe('claiming', () => {
  test('gives each mail to one sender, and the letter is sent when all are finished', async () => {
    await addSubscribers(backend, 10)
    const id = await frozenLetter(backend)
    const seen: string[] = []
    for (
      let claim = await claimMails(backend);
      claim.mails !== undefined;
      claim = await claimMails(backend)
    ) {
      seen.push(...claim.mails.map(({ email }) => email))
      await finishMails(backend, claim)
    }
    expect(new Set(seen).size).toBe(10)
    expect(seen).toHaveLength(10)
    expect((await claimMails(backend)).wait_ms).toBeNull()
    expect(await statusOf(id)).toMatchObject({ status: 'sent' })
  })

  test('waits until the page of the letter is out, for two minutes at most', async () => {
    await addSubscribers(backend, 1)
    const id = await frozenLetter(backend)
    await backend.sql(`update public.publish_outbox set processed_at = null where entity = 'letters'`)
    expect((await claimMails(backend)).wait_ms).toBe(500)
    await backend.sql(
      `update public.letters set frozen_at = now() - interval '2 minutes' where id = $1::uuid`,
      [id],
    )
    expect((await claimMails(backend)).mails).toHaveLength(1)
    await pagesAreOut(backend)
  })

  test.each([
    ['who unsubscribed', 'The reader has unsubscribed', unsubscribe],
    [
      'who left the topic',
      'The reader has left this topic',
      (email: string) =>
        backend.sql(
          `update public.subscribers set preferences = '{"weeklyNewsletter": false}' where email = $1`,
          [email],
        ),
    ],
    [
      'whose address was suppressed',
      'The staff stopped letters to this address',
      (email: string) => backend.as.editor.rpc('suppress_address', { p_email: email }),
    ],
    [
      'who was erased',
      'The subscriber was erased',
      (email: string) => backend.sql('delete from public.subscribers where email = $1', [email]),
    ],
  ])('skips a reader %s after the freezing, with the reason', async (_, reason, leave) => {
    const [email = ''] = (await addSubscribers(backend, 2)).keys()
    const id = await frozenLetter(backend)
    await leave(email)
    const claim = await claimMails(backend)
    expect(claim.mails?.map((mail) => mail.email)).not.toContain(email)
    expect(claim.mails).toHaveLength(1)
    expect(await recipientsOf(backend, id)).toContainEqual(
      expect.objectContaining({ state: 'skipped', reason }),
    )
  })

  test('keeps the rate, counted from the rows', async () => {
    await setSender(backend, 'mailbox', 5)
    await addSubscribers(backend, 9)
    await frozenLetter(backend)
    expect((await claimMails(backend, 4)).mails).toHaveLength(4)
    expect((await claimMails(backend, 4)).mails).toHaveLength(1)
    expect((await claimMails(backend, 4)).wait_ms).toBe(500)
    await backend.sql(
      `update public.letter_recipients set claimed_at = claimed_at - interval '61 seconds' where claimed_at is not null`,
    )
    expect((await claimMails(backend, 4)).mails).toHaveLength(4)
  })

  test('has a new domain begin with 200 mails a day, and send 1.18 times as many each day', async () => {
    await setSender(backend, 'smtp')
    await backend.sql('update public.letter_sender set has_sent_before = false')
    await addSubscribers(backend, 500)
    await frozenLetter(backend)
    expect((await claimMails(backend, 500)).mails).toHaveLength(200)
    expect((await claimMails(backend, 500)).mails).toBeUndefined()
    await backend.sql(
      `update public.letter_recipients set claimed_at = claimed_at - interval '1 day' where claimed_at is not null`,
    )
    expect((await claimMails(backend, 500)).mails).toHaveLength(236)
    await backend.sql('update public.letter_sender set has_sent_before = true')
    expect((await claimMails(backend, 500)).mails).toHaveLength(64)
  })
})

describe('a letter on its way', () => {
  test('gives no further mail while it is held, and goes on when it is resumed', async () => {
    await addSubscribers(backend, 8)
    const id = await frozenLetter(backend)
    await finishMails(backend, await claimMails(backend))
    await act('hold', id)
    expect((await claimMails(backend)).mails).toBeUndefined()
    await act('resume', id)
    expect((await claimMails(backend)).mails).toHaveLength(4)
  })

  test('is held in the words of the provider, and what was not handed over waits', async () => {
    await addSubscribers(backend, 4)
    const id = await frozenLetter(backend)
    await finishMails(backend, await claimMails(backend), 'back', '421 4.7.0 Too many messages')
    expect(await statusOf(id)).toEqual({
      status: 'sending',
      hold: 'provider',
      problem: '421 4.7.0 Too many messages',
    })
    expect(await statesOf(backend, id)).toEqual({ queued: 4 })
  })

  test('sends nothing more when it is cancelled, also not what was put off', async () => {
    await addSubscribers(backend, 8)
    const id = await frozenLetter(backend)
    const claim = await claimMails(backend)
    await act('cancel', id)
    expect((await claimMails(backend)).mails).toBeUndefined()
    await finishMails(backend, claim, 'later')
    expect(await statesOf(backend, id)).toEqual({ skipped: 8 })
    expect(await statusOf(id)).toMatchObject({ status: 'cancelled' })
  })

  test('tries what was put off again, later each time, and gives up after twelve attempts', async () => {
    await addSubscribers(backend, 1)
    const id = await frozenLetter(backend)
    const waits: number[] = []
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      const claim = await claimMails(backend)
      expect(claim.mails).toHaveLength(1)
      await finishMails(backend, claim, 'later')
      const [row] = await backend.sql<{ s: number }>(
        'update public.letter_recipients set due_at = now() where letter_id = $1::uuid returning (select round(extract(epoch from r.due_at - now()))::integer as s from public.letter_recipients r where r.letter_id = $1::uuid)',
        [id],
      )
      waits.push(row?.s ?? NaN)
    }
    expect(waits.slice(0, 7)).toEqual([60, 120, 240, 480, 960, 1920, 3600])
    expect(await recipientsOf(backend, id)).toMatchObject([{ state: 'failed', reason: 'It was later' }])
  })

  test('hands a claim without outcome to another sender, when its time is over', async () => {
    await addSubscribers(backend, 3)
    await frozenLetter(backend)
    const claim = await claimMails(backend)
    expect(await takeOver()).toEqual([])
    await forgetSender()
    const [taken, ...more] = await takeOver()
    expect(more).toEqual([])
    expect(taken).toMatchObject({ claim: claim.claim, mails: claim.mails })
    expect(await takeOver()).toEqual([])
  })

  test('does not repeat a mail to a reader who has left before its outcome is known', async () => {
    const [email = ''] = (await addSubscribers(backend, 2)).keys()
    const id = await frozenLetter(backend)
    await claimMails(backend)
    await unsubscribe(email)
    await forgetSender()
    const [taken] = await takeOver()
    expect(taken?.mails.map((mail) => mail.email)).not.toContain(email)
    expect(await recipientsOf(backend, id)).toContainEqual(
      expect.objectContaining({
        email,
        state: 'skipped',
        reason: 'The reader has unsubscribed before an answer came: it may have arrived',
      }),
    )
  })
})

describe('leaving by the link of a letter', () => {
  const leave = async (token = '', recipient = '', by = 'one-click') => {
    const { data } = await backend.service.rpc('leave_letter', {
      p_token: token,
      p_recipient: recipient,
      p_by: by,
    })
    return data as unknown
  }

  test('ends its topic, and the subscription when no topic is left', async () => {
    const [email = ''] = (
      await addSubscribers(backend, 1, { preferences: { [TOPIC]: true, designTips: true } as never })
    ).keys()
    const id = await frozenLetter(backend)
    const claim = await claimMails(backend)
    await finishMails(backend, claim)
    const [mail] = claim.mails ?? []
    expect(await leave(mail?.token, mail?.id)).toBe('preferences-saved')
    const [reader] = await backend.sql(
      'select status, preferences from public.subscribers where email = $1',
      [email],
    )
    expect(reader).toEqual({ status: 'active', preferences: { [TOPIC]: false, designTips: true } })
    await backend.sql(
      `update public.subscribers set preferences = '{"weeklyNewsletter": true}' where email = $1`,
      [email],
    )
    expect(await leave(mail?.token, mail?.id, 'page')).toBe('unsubscribed')
    const { data: numbers } = await backend.as.editor.rpc('letter_numbers', { p_id: id })
    expect(numbers).toMatchObject({ left: 1, left_at_once: 1 })
  })

  test('ends the subscription where the letter is not the reader’s', async () => {
    await addSubscribers(backend, 2)
    await frozenLetter(backend)
    const [one, other] = (await claimMails(backend)).mails ?? []
    expect(await leave(one?.token, other?.id)).toBe('unsubscribed')
    expect(await leave('0'.repeat(64), other?.id)).toBe('link-expired')
  })
})

/** What a schedule does, in a random order: readers leave, senders claim, finish, are killed, and are taken over from. */
test('no reader who has left gets a mail that was claimed afterwards, in any order of events', async () => {
  const schedules = randomCases(1000, 25)
  const { sql } = backend
  for (let seed = 1; seed <= schedules; seed += 1) {
    const random = seededRandom(seed)
    await removeLetters(backend)
    const emails = [...(await addSubscribers(backend, 6)).keys()]
    const id = await frozenLetter(backend)
    const left = new Set<string>()
    const sent: string[] = []
    const open: Awaited<ReturnType<typeof claimMails>>[] = []
    const handOver = (mails: { email: string }[]) => {
      for (const { email } of mails) expect(left, `schedule ${seed}`).not.toContain(email)
      sent.push(...mails.map(({ email }) => email))
    }
    for (let step = 0; step < 14; step += 1) {
      const what = random.below(5)
      if (what === 0) {
        const email = random.pick(emails)
        await random.pick([
          unsubscribe,
          (one: string) => sql(`select private.suppress($1, 'hard', null, now())`, [one]),
        ])(email)
        left.add(email)
      } else if (what <= 2) {
        const claim = await claimMails(backend, 1 + random.below(3))
        if (claim.mails === undefined) continue
        handOver(claim.mails)
        if (random.below(3) > 0)
          await finishMails(backend, claim, random.pick(['accepted', 'accepted', 'later']))
        else open.push(claim)
      } else if (what === 3) {
        const late = open.shift()
        if (late !== undefined) await finishMails(backend, late)
      } else {
        await forgetSender()
        await sql(`update public.letter_recipients set due_at = now() where state = 'queued'`)
        for (const claim of await takeOver()) {
          for (const { email } of claim.mails) expect(left, `schedule ${seed}`).not.toContain(email)
          await finishMails(backend, claim)
        }
      }
    }
    const rows = await recipientsOf(backend, id)
    expect(rows).toHaveLength(6)
    for (const { email, state } of rows) if (state === 'accepted') expect(sent).toContain(email)
  }
})

test('three senders at once get each mail once, also while readers leave', async () => {
  const emails = [...(await addSubscribers(backend, 120)).keys()]
  const id = await frozenLetter(backend)
  const claimed: string[] = []
  const gone = new Set<string>()
  const send = async () => {
    for (;;) {
      const before = new Set(gone)
      const { data } = await backend.service.rpc('claim_letter_mails', {
        p_sender: crypto.randomUUID(),
        p_limit: 4,
      })
      const { claim, mails } = data as Awaited<ReturnType<typeof claimMails>>
      if (mails === undefined) return
      for (const { email } of mails) expect(before).not.toContain(email)
      claimed.push(...mails.map(({ email }) => email))
      const p_outcomes = mails.map((mail) => ({ id: mail.id, outcome: 'accepted' }))
      await backend.service.rpc('finish_letter_mails', { p_claim: claim, p_outcomes })
    }
  }
  const leave = async () => {
    for (const email of emails.slice(0, 40).toReversed()) {
      await backend.service.from('subscribers').update({ status: 'unsubscribed' }).eq('email', email)
      gone.add(email)
    }
  }
  await Promise.all([send(), send(), send(), leave()])
  await send()
  expect(new Set(claimed).size).toBe(claimed.length)
  const states = await statesOf(backend, id)
  expect((states['accepted'] ?? 0) + (states['skipped'] ?? 0)).toBe(120)
  expect(states['accepted']).toBe(claimed.length)
})

describe('the first letter of a domain', () => {
  const needsCheck = async (id: string) => {
    const [row] = await backend.sql<{ needs: boolean }>(
      'select public.needs_sender_check($1::uuid) as needs',
      [id],
    )
    return row?.needs
  }

  test('to more than ten needs the check of the sender; a later one, and one into the local mailbox, does not', async () => {
    await addSubscribers(backend, 10)
    await setSender(backend, 'smtp')
    const id = await addLetter(backend)
    expect(await needsCheck(id)).toBe(false)
    await addSubscribers(backend, 1)
    expect(await needsCheck(id)).toBe(true)
    await setSender(backend, 'mailbox')
    expect(await needsCheck(id)).toBe(false)
    await setSender(backend, 'smtp')
    await frozenLetter(backend, 'The first')
    await finishMails(backend, await claimMails(backend))
    expect(await needsCheck(id)).toBe(false)
  })
})
