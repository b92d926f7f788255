import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { Subscriber } from '../readers/subscriber.ts'
import { Calendar } from './calendar.ts'
import { auditCsv, csvFileName, mailingListCsv, subscribersCsv, tableCsv } from './csv.ts'

const BERLIN = new Calendar('Europe/Berlin', null)
/** The 10th in Berlin. */
const LATE = { now: () => new Date('2026-01-09T23:30:00Z'), calendar: BERLIN }

const anna: Subscriber = {
  id: '1',
  email: 'anna@example.com',
  first_name: 'Anna',
  subscribed_at: '2026-11-03T08:05:07.000Z',
  source_page: '/browse',
  status: 'active',
  consent_wording: null,
  consent_version: null,
  consent_at: null,
  consent_source: 'before confirmation',
  confirmed_at: null,
  unsubscribed_at: null,
  data_requested_at: null,
  erasure_requested_at: null,
  preferences: { weeklyNewsletter: true, designTips: false, newArticles: false, specialOffers: false },
}

function rows(csv: string): string[][] {
  return Papa.parse<string[]>(csv).data
}

test('has the columns of the specification', () => {
  expect(rows(subscribersCsv([anna], BERLIN))).toEqual([
    ['Email', 'First Name', 'Subscribed At', 'Source Page', 'Status', 'Preferences'],
    [
      'anna@example.com',
      'Anna',
      '2026-11-03 09:05:07',
      '/browse',
      'active',
      JSON.stringify(anna.preferences),
    ],
  ])
})

test('says in its column which addresses are pending or unsubscribed', () => {
  const all = (['active', 'pending', 'unsubscribed'] as const).map((status) => ({ ...anna, status }))
  expect(rows(subscribersCsv(all, BERLIN)).map((cells) => cells[4])).toEqual([
    'Status',
    'active',
    'pending',
    'unsubscribed',
  ])
})

test('the mailing list has the link to unsubscribe', () => {
  const { email, first_name, preferences } = anna
  const list = [{ email, first_name, preferences, unsubscribeLink: 'https://x.example/u' }]
  expect(rows(mailingListCsv(list))).toEqual([
    ['Email', 'First Name', 'Preferences', 'Unsubscribe Link'],
    [email, 'Anna', JSON.stringify(preferences), 'https://x.example/u'],
  ])
  expect(csvFileName('mailing-list', LATE)).toBe('mailing-list-2026-01-10.csv')
})

test('the audit log has who, what and when', () => {
  const entry = {
    id: '1',
    created_at: anna.subscribed_at,
    kind: 'publish',
    actor_name: '=Ines',
    entity: 'articles',
    subject: 'A Chair',
    note: 'Changes',
  } as const
  expect(rows(auditCsv([entry], BERLIN))).toEqual([
    ['When (Europe/Berlin)', 'Who', 'What', 'Item', 'Details'],
    ['2026-11-03 09:05:07', "'=Ines", 'Published', 'Article: A Chair', 'Changes'],
  ])
  expect(csvFileName('audit-log', LATE)).toBe('audit-log-2026-01-10.csv')
})

test('a file for spreadsheets says that it is UTF-8, one for mail programs has nothing before its first column', () => {
  for (const csv of [subscribersCsv([anna], BERLIN), auditCsv([], BERLIN), tableCsv(['Page'], [])])
    expect(csv).toMatch(/^\ufeff[^\ufeff]/)
  expect(mailingListCsv([])).toMatch(/^Email,/)
})

test('an empty list still has its header', () => {
  expect(subscribersCsv([], BERLIN).trim()).toBe(
    'Email,First Name,Subscribed At,Source Page,Status,Preferences',
  )
})

test('any text comes back whole, except that no cell is a formula', () => {
  const text = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", 'a', 'é', ' '),
  })
  fc.assert(
    fc.property(text, text, (first_name, source_page) => {
      const cells = rows(subscribersCsv([{ ...anna, first_name, source_page }], BERLIN))[1] ?? []
      for (const [cell, original] of [
        [cells[1], first_name],
        [cells[3], source_page],
      ]) {
        expect(cell).toBe(/^[=+\-@\t\r]/.test(original ?? '') ? `'${original}` : original)
      }
    }),
  )
})

test('the file is named after the day', () => {
  expect(csvFileName('subscribers', LATE)).toBe('subscribers-2026-01-10.csv')
})

test('any table is safe in a spreadsheet, and its numbers stay numbers', () => {
  const csv = tableCsv(
    ['Page', 'Subscribed'],
    [
      ['=HYPERLINK("x")', 3],
      ['/a, b', -1],
    ],
  )
  expect(rows(csv)).toEqual([
    ['Page', 'Subscribed'],
    [`'=HYPERLINK("x")`, '3'],
    ['/a, b', '-1'],
  ])
})
