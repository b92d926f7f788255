import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../supabase/local/stack.ts'
import { insertRow } from '../db/support/backend.ts'
import { SITE_URL, signedIn, startTestStack } from '../support/database/test-stack.ts'

let stack: Stack
let editor: SupabaseClient
beforeAll(async () => {
  stack = await startTestStack()
  editor = (await signedIn(stack, 'editor')).client
})
afterAll(() => stack.stop())

const read = (token: string, init: RequestInit = {}) =>
  fetch(`${stack.url}/functions/v1/calendar?token=${token}`, init)

/** The lines of a calendar, with folded lines joined again. */
const linesOf = async (response: Response) => (await response.text()).replaceAll('\r\n ', '').split('\r\n')

const token = async () => String((await editor.rpc('renew_calendar_token')).data)

test('a plan is a whole day with its title and its brief, and leads to the admin', async () => {
  const { id } = await insertRow(stack, 'plans', {
    title: 'A house; with a comma, and ünicode',
    planned_on: '2027-03-28',
    brief: 'First line\nSecond line',
  })
  const response = await read(await token())
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const lines = await linesOf(response)
  expect(lines).toContain('DTSTART;VALUE=DATE:20270328')
  expect(lines).toContain('SUMMARY:A house\\; with a comma\\, and ünicode')
  expect(lines).toContain('DESCRIPTION:First line\\nSecond line')
  expect(lines).toContain(`UID:${id}@${new URL(SITE_URL).hostname}`)
  expect(lines).toContain(`URL;VALUE=URI:${SITE_URL}/admin/plan?plan=${id}`)
})

test('a letter is at its time, and leads to the letter', async () => {
  const { id } = await insertRow(stack, 'letters', {
    ...{ subject: 'What the lamp saw', send_at: '2027-03-28T06:30:00Z', status: 'scheduled' },
  })
  const lines = await linesOf(await read(await token()))
  expect(lines).toContain('SUMMARY:Letter: What the lamp saw')
  expect(lines).toContain('DTSTART:20270328T063000Z')
  expect(lines).toContain(`URL;VALUE=URI:${SITE_URL}/admin/letters/${id}`)
})

test('a letter is on the day that it is planned for until that is the day of its time, and leads to the letter', async () => {
  const { id: letter_id } = await insertRow(stack, 'letters', { subject: 'What the stairs heard' })
  const { id } = await insertRow(stack, 'plans', { letter_id, planned_on: '2027-04-04' })
  const own = await token()
  const starts = async () => {
    const lines = await linesOf(await read(own))
    return [...new Set(lines)].filter((line) => line.startsWith('DTSTART') && line.includes('20270404'))
  }
  const lines = await linesOf(await read(own))
  expect(lines).toContain(`UID:${id}@${new URL(SITE_URL).hostname}`)
  expect(lines).toContain('SUMMARY:Letter: What the stairs heard')
  expect(lines).toContain(`URL;VALUE=URI:${SITE_URL}/admin/letters/${letter_id}`)
  expect(await starts()).toEqual(['DTSTART;VALUE=DATE:20270404'])
  await stack.sql(`update public.letters set send_at = '2027-04-04T10:00:00Z' where id = $1::uuid`, [
    letter_id,
  ])
  expect(await starts()).toEqual(['DTSTART:20270404T100000Z'])
})

test('a moved plan keeps its id and has a higher sequence', async () => {
  const { id } = await insertRow(stack, 'plans', { title: 'To be moved', planned_on: '2027-05-01' })
  const own = await token()
  const entry = async () => {
    const lines = await linesOf(await read(own))
    const start = lines.findIndex((line) => line.startsWith(`UID:${id}`))
    const entry = lines.slice(start, lines.indexOf('END:VEVENT', start))
    const valueOf = (name: string) => entry.find((line) => line.startsWith(name))?.split(':')[1]
    return [valueOf('DTSTART'), Number(valueOf('SEQUENCE'))]
  }
  expect(await entry()).toEqual(['20270501', 1])
  await stack.sql(`update public.plans set planned_on = '2027-05-03' where id = $1::uuid`, [id])
  expect(await entry()).toEqual(['20270503', 2])
})

test.for([
  ['', 404],
  ['guess', 404],
])('the token "%s" is answered with %i', async ([unknown, status]) => {
  const response = await read(String(unknown))
  expect([response.status, await response.text()]).toEqual([
    status,
    'This calendar is not known here. Its address may have been renewed.',
  ])
})

test('nothing but reading is answered', async () => {
  expect((await read(await token(), { method: 'POST' })).status).toBe(405)
})
