import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, PASSWORD, startTestStack } from '../support/database/test-stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

/** Has a new token made, as `npm start` does. */
async function offer(): Promise<string | null> {
  const [row] = await stack.sql<{ token: string | null }>('select public.offer_first_account() as token')
  return row?.token ?? null
}

async function make(token: string | null, email: string, more: Record<string, unknown> = {}) {
  const response = await fetch(`${stack.url}/functions/v1/first-account`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey },
    body: JSON.stringify({ token, email, password: PASSWORD, full_name: 'Ada Byron', ...more }),
  })
  const { error } = (await response.json()) as { error?: string }
  return { status: response.status, error }
}

const people = () => stack.sql('select email, role, name_confirmed from public.profiles order by email')

const ENDED = {
  status: 403,
  error: 'This address does not work any more. Start the magazine again, and open the one that it prints.',
}
const MADE = {
  status: 403,
  error:
    'The first account of this magazine was made already. Please sign in, or ask a super admin for an account.',
}

test('the token of the start makes one super admin, once, and neither a forged nor a former one does', async () => {
  expect(await make('', 'ada@mantel.example')).toEqual(ENDED)
  const former = await offer()
  const token = await offer()
  expect(await make('0'.repeat(64), 'ada@mantel.example')).toEqual(ENDED)
  expect(await make(former, 'ada@mantel.example')).toEqual(ENDED)
  // What can be corrected leaves the token as it was.
  expect((await make(token, 'nobody')).error).toBe('Invalid email address')
  expect((await make(token, 'ada@mantel.example', { password: 'abcde' })).status).toBe(400)
  expect(await people()).toEqual([])

  const atOnce = await Promise.all([make(token, 'ada@mantel.example'), make(token, 'eve@mantel.example')])
  expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 403])
  const made = await people()
  expect(made).toEqual([{ email: expect.any(String) as string, role: 'super_admin', name_confirmed: true }])
  const { email } = made[0] as { email: string }
  expect((await client(stack).auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()

  expect(await make(token, 'late@mantel.example')).toEqual(MADE)
  expect(await offer()).toBeNull()
})
