import type { LetterSenderStatus } from '../../../domain/letters/letter-requests.ts'
import { SLICE_MAILS, SLICE_MS } from '../../../domain/letters/letter-slices.ts'
import { type Hold, type RecipientState, letterStateLabel } from '../../../domain/letters/letter-states.ts'
import type { Letter, LetterRecipient } from '../../../domain/letters/letter.ts'
import type { Calendar } from '../../../domain/text/calendar.ts'
import { formatNumber } from '../../../domain/text/format-number.ts'
import type { BadgeVariant } from '../../ui/layout/badge.tsx'
import type { Audience, LetterNumbers } from './data/letters.ts'
import type { RecipientFilter } from './letters-search.ts'

/** Letters in words: states, reasons, numbers. */

/** What the state of a letter is called, and how its badge looks. */
export function stateOf(letter: Pick<Letter, 'status' | 'hold'>): { label: string; variant: BadgeVariant } {
  const { status, hold } = letter
  const calm = status === 'sending' ? 'default' : status === 'sent' ? 'outline' : 'secondary'
  return { label: letterStateLabel(letter), variant: hold === null ? calm : 'destructive' }
}

export const FILTER_LABELS: Readonly<Record<RecipientFilter, string>> = {
  excluded: 'Excluded',
  queued: 'Waiting',
  claimed: 'Being Handed Over',
  unknown: 'Not Known Yet',
  accepted: 'Accepted',
  failed: 'Failed',
  skipped: 'Skipped',
  bounced: 'Came Back',
  left: 'Left by This Letter',
}

/** What the state of a recipient means, for who has not read about it. */
export const STATE_NOTES: Readonly<Record<RecipientState, string>> = {
  excluded: 'It was never meant to go to this address',
  queued: 'Its turn comes',
  claimed: 'It is being handed to the mail server',
  unknown: 'It was handed over and no answer came: the sender finds out before it does anything else',
  accepted: 'The mail server took it',
  failed: 'The mail server refused it for good',
  skipped: 'Consent ended between the beginning and its turn',
}

const LEFT_BY: Readonly<Record<NonNullable<LetterRecipient['left_by']>, string>> = {
  'one-click': 'by the button of the mail program',
  page: 'on the page of the subscription',
  mail: 'by a mail',
  editor: 'by an editor',
  complaint: 'by a complaint',
}

/** Why a recipient is in its state, and what came after; '' without any. */
export function recipientNote({
  reason,
  bounced_at,
  bounce,
  left_at,
  left_by,
}: Pick<LetterRecipient, 'reason' | 'bounced_at' | 'bounce' | 'left_at' | 'left_by'>): string {
  return [
    reason,
    bounced_at !== null && `Came back: ${bounce ?? 'the other server gave no reason'}`,
    left_at !== null && `Left${left_by === null ? '' : ` ${LEFT_BY[left_by]}`}`,
  ]
    .filter((part) => part !== null && part !== false && part !== '')
    .join(' · ')
}

type HeldLetter = Pick<Letter, 'status' | 'problem'> & { hold: Hold }

/** Why a letter is held, and what to do, each as a sentence. */
export function holdText({ status, hold, problem }: HeldLetter): { why: string; what: string } {
  switch (hold) {
    case 'person':
      return { why: 'Somebody paused it.', what: 'Resume it when it may go on, or cancel it.' }
    case 'late':
      if (status === 'sending') {
        return {
          why: 'Nothing was sent for more than an hour after it had begun.',
          what: 'Is it still right to send the rest? Resume it, and it goes on where it stopped; or cancel it.',
        }
      }
      return {
        why: 'Its time passed by more than an hour while nothing was sent.',
        what: 'Is it still right to send it? Resume it, and it goes out at once; or take it back to change it.',
      }
    case 'restored':
      return {
        why: 'The magazine was restored from an archive, and this letter may have gone out already from the old one.',
        what: 'Resume it only if readers have not got it. Otherwise cancel it.',
      }
    case 'provider':
      return {
        why:
          problem === null || problem === ''
            ? 'The sender cannot go on, and gave no reason.'
            : `The sender cannot go on: ${endSentence(problem)}`,
        what: 'Do what it asks for, or wait until it takes mails again. Then resume the letter: it goes on where it stopped.',
      }
  }
}

const endSentence = (text: string): string => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

/** '1 reader', '1,204 readers'. */
export const readers = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'reader' : 'readers'}`

/** Mails of a letter that wait, are handed over, or whose outcome is not known yet. */
export const openOf = ({ queued, claimed, unknown }: LetterNumbers): number => queued + claimed + unknown

/** A sum that has to be right: what is on both sides, and whether it is. */
export interface Equation {
  text: string
  holds: boolean
}

/** That nobody was lost on the way: the equations of a letter with its numbers. */
export function equationsOf(numbers: LetterNumbers): Equation[] {
  const { candidates, recipients, excluded, accepted, failed, skipped } = numbers
  const open = openOf(numbers)
  const n = formatNumber
  return [
    {
      text: `${n(candidates)} chose the topic = ${n(recipients)} recipients + ${n(excluded)} excluded`,
      holds: candidates === recipients + excluded,
    },
    {
      text: `${n(recipients)} recipients = ${n(accepted)} accepted + ${n(failed)} failed + ${n(skipped)} skipped${open === 0 ? '' : ` + ${n(open)} still waiting`}`,
      holds: recipients === accepted + failed + skipped + open,
    },
  ]
}

/** How long a number of mails takes, in words. `perMinute` null: as fast as the server takes them. */
export function durationText(mails: number, perMinute: number | null): string {
  if (perMinute === null || mails <= perMinute) return 'within a minute'
  const minutes = Math.ceil(mails / perMinute)
  if (minutes < 90) return `within about ${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours < 36 ? `within about ${hours} hours` : `within about ${Math.ceil(hours / 24)} days`
}

/** What a press on the button does, in words. `at`: the time in words; null: now. */
export function willHappen(
  { recipients }: Pick<Audience, 'recipients'>,
  { at, perMinute, isLocal }: { at: string | null; perMinute: number | null; isLocal: boolean },
): string {
  const who = `${readers(recipients)} ${recipients === 1 ? 'gets' : 'get'} it`
  const time = durationText(recipients, perMinute)
  if (isLocal)
    return `${at === null ? 'Now' : at} ${formatNumber(recipients)} ${recipients === 1 ? 'mail goes' : 'mails go'} into the mailbox of this machine. Nobody gets one.`
  if (at === null)
    return `It goes out now: ${who} ${time}. It can be paused, but a mail that has gone out cannot be taken back.`
  return `It goes out ${at}: about ${who} ${time}. Whoever subscribes until then gets it, too; until then it can be changed and taken back.`
}

/** Addresses as they were typed, separated by commas, semicolons, blanks or lines; each once. */
export function addressesIn(typed: string): string[] {
  const all = typed.split(/[\s,;]+/).filter((one) => one !== '')
  return [...new Map(all.map((one) => [one.toLowerCase(), one])).values()]
}

/** How heavy the HTML of a mail is, in words. */
export function weightText(bytes: number, isHeavy: boolean): string {
  const weight = `${formatNumber(Math.ceil(bytes / 1000))} KB of HTML`
  return isHeavy
    ? `${weight}: above 80 KB, Gmail may cut the mail off. Shorten it, or leave out a block.`
    : `${weight}; up to 80 KB is shown whole everywhere.`
}

/** The time that says most about a letter, and what happens or happened then. */
export function timeOf(
  letter: Pick<Letter, 'status' | 'send_at' | 'frozen_at' | 'ended_at' | 'updated_at'>,
): { words: string; iso: string } {
  const { status, send_at, frozen_at, ended_at, updated_at } = letter
  switch (status) {
    case 'draft':
      return { words: 'Changed', iso: updated_at }
    case 'scheduled':
      return { words: 'Goes out', iso: send_at ?? updated_at }
    case 'sending':
      return { words: 'Since', iso: frozen_at ?? updated_at }
    case 'sent':
      return { words: 'Sent', iso: frozen_at ?? updated_at }
    case 'cancelled':
      return { words: 'Cancelled', iso: ended_at ?? updated_at }
  }
}

/** Why nothing sends letters now, and what to do, in sentences; null: they go out. */
export function senderProblem({
  sent_by,
  adapter,
  has_publisher,
  function_problem,
}: LetterSenderStatus): string | null {
  if (sent_by !== 'none') return null
  if (has_publisher)
    return 'No mail server is set up for letters: set SMTP_HOST, RESEND_API_KEY or POSTMARK_TOKEN, and MAIL_FROM, where the publisher runs.'
  if (adapter !== 'none')
    return 'The publisher sends letters, and it is not running. Start it: a letter that is scheduled waits for it.'
  return `Nothing sends letters: no publisher runs, and without one they go out by Resend or Postmark from the function send-letters. ${function_problem ?? 'It has not answered: deploy the functions.'}`
}

/** Mails in a minute, at most; null: no limit. */
export function speedOf({ sent_by, per_minute }: LetterSenderStatus): number | null {
  if (sent_by !== 'function') return per_minute
  return Math.min(SLICE_MAILS, Math.ceil(((per_minute ?? Infinity) * SLICE_MS) / MINUTE_MS))
}

/** What should be known of the sender before a letter goes out. */
export function senderNotes(
  { sent_by, adapter, address, left_today }: LetterSenderStatus,
  recipients: number,
): string[] {
  return [
    address !== null && `It comes from ${address}.`,
    sent_by === 'function' &&
      'No publisher sends it: the functions hand over a part each minute, when its page is on the site or a quarter of an hour has passed.',
    adapter !== 'mailbox' &&
      left_today !== null &&
      left_today < recipients &&
      `This domain is new to mail servers: ${formatNumber(left_today)} mails more go out today, and the others on the next days, each day more. A super admin can say under Sender that the domain has sent before.`,
    adapter === 'smtp' &&
      'If the publisher is killed in the middle, a few readers may get it twice: mail servers cannot rule that out.',
  ].filter((note) => note !== false)
}

/** How long a letter has to go out before its speed says how long the rest takes, in ms. */
const FIRST_MS = 10_000
const MINUTE_MS = 60_000

/** How far a letter is that goes out. `now`: in ms since 1970. */
export function progressText(numbers: LetterNumbers, isHeld: boolean, now: number): string {
  const { recipients, per_minute, first_claimed_at } = numbers
  const open = openOf(numbers)
  const done = `${formatNumber(recipients - open)} of ${formatNumber(recipients)}`
  if (isHeld) return `${done}, held`
  const since = Math.min(MINUTE_MS, now - Date.parse(first_claimed_at ?? ''))
  // Not a number before the first.
  if (!(since >= FIRST_MS) || per_minute === 0 || open === 0) return done
  return `${done}; the rest ${durationText(open, (per_minute * MINUTE_MS) / since)}`
}

/** The export of recipients; times are in the calendar's zone, which it names. */
export function recipientsTable(calendar: Calendar) {
  const time = (iso: string | null) => (iso === null ? '' : calendar.dayAndTimeOf(iso))
  return {
    columns: [
      ...['Email', 'State', 'Reason'],
      ...['Accepted', 'Left', 'Came Back'].map((name) => `${name} (${calendar.timeZone})`),
    ],
    cells: (row: LetterRecipient) => [
      ...[row.email ?? '', FILTER_LABELS[row.state], recipientNote(row)],
      ...[time(row.accepted_at), time(row.left_at), time(row.bounced_at)],
    ],
  }
}
