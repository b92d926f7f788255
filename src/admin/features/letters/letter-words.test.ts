import { describe, expect, test } from 'vitest'
import { Calendar } from '../../../domain/text/calendar.ts'
import type { LetterSenderStatus } from '../../../domain/letters/letter-requests.ts'
import { HOLDS, type Hold } from '../../../domain/letters/letter-states.ts'
import type { LetterNumbers } from './data/letters.ts'
import {
  addressesIn,
  durationText,
  equationsOf,
  holdText,
  progressText,
  recipientNote,
  recipientsTable,
  senderNotes,
  senderProblem,
  speedOf,
  stateOf,
  timeOf,
  weightText,
  willHappen,
} from './letter-words.ts'

const NUMBERS: LetterNumbers = {
  ...{ candidates: 1260, excluded: 56, recipients: 1204 },
  ...{ queued: 380, claimed: 10, unknown: 2, accepted: 800, failed: 9, skipped: 3 },
  ...{ bounced: 1, left: 2, left_at_once: 1, complaints: 0, reasons: [], per_minute: 300 },
  ...{ first_claimed_at: null, last_claimed_at: null },
}

describe('the sums of a letter', () => {
  test('have everybody who chose the topic, and every recipient, while it goes out and afterwards', () => {
    expect(equationsOf(NUMBERS)).toEqual([
      { text: '1,260 chose the topic = 1,204 recipients + 56 excluded', holds: true },
      {
        text: '1,204 recipients = 800 accepted + 9 failed + 3 skipped + 392 still waiting',
        holds: true,
      },
    ])
    const ended = { ...NUMBERS, queued: 0, claimed: 0, unknown: 0, accepted: 1192 }
    expect(equationsOf(ended)[1]).toEqual({
      text: '1,204 recipients = 1,192 accepted + 9 failed + 3 skipped',
      holds: true,
    })
  })
  test('do not agree where somebody is lost', () => {
    expect(equationsOf({ ...NUMBERS, accepted: 799 })[1]?.holds).toBe(false)
    expect(equationsOf({ ...NUMBERS, excluded: 55 })[0]?.holds).toBe(false)
  })
})

test('how long it takes is said of the rate', () => {
  expect(durationText(100, null)).toBe('within a minute')
  expect(durationText(1200, 300)).toBe('within about 4 minutes')
  expect(durationText(100_000, 600)).toBe('within about 3 hours')
  expect(durationText(100_000, 20)).toBe('within about 4 days')
})

test('what a press on the button does is said with the number, the time and what cannot be taken back', () => {
  const now = { at: null, perMinute: 300, isLocal: false }
  expect(willHappen({ recipients: 1204 }, now)).toBe(
    'It goes out now: 1,204 readers get it within about 5 minutes. It can be paused, but a mail that has gone out cannot be taken back.',
  )
  expect(willHappen({ recipients: 1 }, { ...now, at: '1 Dec 2026, 07:00' })).toMatch(
    /^It goes out 1 Dec 2026, 07:00: about 1 reader gets it within a minute\./,
  )
  expect(willHappen({ recipients: 12 }, { ...now, isLocal: true })).toBe(
    'Now 12 mails go into the mailbox of this machine. Nobody gets one.',
  )
})

test('a new domain and a server that may send twice are told before', () => {
  const sender: LetterSenderStatus = {
    ...{ sent_by: 'publisher', adapter: 'smtp', address: 'letters@magazine.example', has_publisher: true },
    ...{ function_problem: null, per_minute: 600, left_today: 200, is_first: false },
  }
  expect(senderNotes(sender, 1204)).toHaveLength(3)
  expect(senderNotes({ ...sender, adapter: 'resend' }, 150)).toEqual([
    'It comes from letters@magazine.example.',
  ])
  // The mailbox of this machine sends nothing.
  expect(senderNotes({ ...sender, adapter: 'mailbox' }, 1204)).toHaveLength(1)
})

test('who writes letters is told who sends them, or why nobody does', () => {
  const nobody: LetterSenderStatus = {
    ...{ sent_by: 'none', adapter: 'none', address: null, has_publisher: false },
    ...{ function_problem: null, per_minute: 600, left_today: null, is_first: false },
  }
  expect(senderProblem({ ...nobody, sent_by: 'publisher', adapter: 'smtp' })).toBeNull()
  expect(senderProblem({ ...nobody, sent_by: 'function', adapter: 'resend' })).toBeNull()
  expect(senderProblem({ ...nobody, has_publisher: true })).toContain('MAIL_FROM, where the publisher runs')
  expect(senderProblem({ ...nobody, adapter: 'smtp' })).toMatch(
    /^The publisher sends letters, and it is not running/,
  )
  expect(senderProblem(nobody)).toMatch(/deploy the functions\.$/)
  expect(senderProblem({ ...nobody, function_problem: 'MAIL_FROM is not set.' })).toMatch(
    /MAIL_FROM is not set\.$/,
  )
  // The functions hand mails over in 40 of 60 seconds.
  expect(speedOf({ ...nobody, sent_by: 'function' })).toBe(400)
  expect(speedOf({ ...nobody, sent_by: 'function', per_minute: null })).toBe(800)
})

test('each reason to hold a letter says what to do, and the mail server is quoted', () => {
  const held = (hold: Hold, problem: string | null = null) => holdText({ status: 'scheduled', hold, problem })
  for (const hold of HOLDS) expect(held(hold).what).toMatch(/[Rr]esume/)
  expect(held('provider', '454 4.7.0 Too many mails').why).toBe(
    'The sender cannot go on: 454 4.7.0 Too many mails.',
  )
  expect(held('provider').why).toBe('The sender cannot go on, and gave no reason.')
  expect(holdText({ status: 'sending', hold: 'late', problem: null }).what).not.toMatch(/take it back/)
})

test('a letter that is held is called so, whatever it did before', () => {
  expect(stateOf({ status: 'sending', hold: 'provider' }).label).toBe('Held')
  expect(stateOf({ status: 'sending', hold: null }).label).toBe('Going Out')
})

test('a letter is listed with the time that says most about it', () => {
  const letter = {
    send_at: '2026-12-01T06:00:00Z',
    frozen_at: null,
    ended_at: null,
    updated_at: '2026-11-30T12:00:00Z',
  }
  expect(timeOf({ ...letter, status: 'scheduled' })).toEqual({ words: 'Goes out', iso: letter.send_at })
  expect(timeOf({ ...letter, status: 'draft' })).toEqual({ words: 'Changed', iso: letter.updated_at })
})

test('how far a letter is that goes out, and after ten seconds how long the rest takes', () => {
  const begun = '2026-12-01T06:00:00Z'
  const at = (seconds: number) => Date.parse(begun) + seconds * 1000
  const numbers = { ...NUMBERS, first_claimed_at: begun }
  expect(progressText(numbers, false, at(300))).toBe('812 of 1,204; the rest within about 2 minutes')
  expect(progressText(numbers, false, at(20))).toBe('812 of 1,204; the rest within a minute')
  expect(progressText(numbers, false, at(9))).toBe('812 of 1,204')
  expect(progressText(NUMBERS, false, at(300))).toBe('812 of 1,204')
  expect(progressText({ ...numbers, per_minute: 0 }, false, at(300))).toBe('812 of 1,204')
  expect(progressText(numbers, true, at(300))).toBe('812 of 1,204, held')
})

const RECIPIENT = {
  ...({ id: 'r', letter_id: 'l', email: 'ann@readers.example', state: 'accepted', reason: null } as const),
  ...{ accepted_at: '2026-12-01T06:00:00Z', left_at: null, left_by: null, bounced_at: null, bounce: null },
}

test('a recipient has the reason of its state, and what came after it', () => {
  expect(recipientNote(RECIPIENT)).toBe('')
  expect(recipientNote({ ...RECIPIENT, reason: 'The address is not known there' })).toBe(
    'The address is not known there',
  )
  expect(
    recipientNote({
      ...RECIPIENT,
      ...{ bounced_at: '2026-12-01T06:01:00Z', bounce: '5.1.1 No such user' },
      ...{ left_at: '2026-12-01T06:02:00Z', left_by: 'one-click' },
    }),
  ).toBe('Came back: 5.1.1 No such user · Left by the button of the mail program')
})

test('the export has a row a recipient, also of one who was erased', () => {
  const { columns, cells } = recipientsTable(new Calendar('Europe/Berlin', null))
  expect(cells({ ...RECIPIENT, email: null })).toHaveLength(columns.length)
  expect(columns).toContain('Accepted (Europe/Berlin)')
  expect(cells(RECIPIENT)[3]).toBe('2026-12-01 07:00:00')
})

test('addresses are taken as people type them, each once', () => {
  expect(addressesIn(' ann@a.example, bob@b.example;\nAnn@A.example ')).toEqual([
    'Ann@A.example',
    'bob@b.example',
  ])
})

test('a mail above 80 KB is said to be too heavy', () => {
  expect(weightText(23_400, false)).toMatch(/^24 KB of HTML;/)
  expect(weightText(93_000, true)).toMatch(/^93 KB of HTML: above 80 KB, Gmail may cut the mail off/)
})
