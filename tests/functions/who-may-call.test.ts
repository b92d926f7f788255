import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readToken, signToken } from '../../supabase/local/auth/tokens.ts'
import { readConfig } from '../../supabase/local/config.ts'
import { loadKeys } from '../../supabase/local/keys.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { enrolled } from '../support/database/second-factor.ts'
import { client, PASSWORD, signedIn, startTestStack } from '../support/database/test-stack.ts'

// The status that each edge function answers to a request that names nothing that exists. `none` sends no key, `visitor` the
// publishable key, which is no token; `forged` is the token of a super admin signed with another secret, `unsigned` without
// one, `expired` a minute old; `removed` is an editor whose account was removed, `factor` one whose session lacks the second
// factor. Functions that everybody may call answer by what the request holds, such as the token of a mail.
const ANSWERS = `
#                     none  visitor  viewer  contributor  editor  super_admin  forged  unsigned  expired  removed  factor
calendar              404   404      404     404          404     404          404     404       404      404      404
check-links           401   401      403     200          200     200          401     401       401      401      403
create-user           401   401      403     403          400     400          401     401       401      401      403
delete-user           401   401      403     403          403     404          401     401       401      401      403
first-account         403   403      403     403          403     403          403     403       403      403      403
letter-requests       401   401      403     400          400     400          401     401       401      401      403
mail-events           404   404      404     404          404     404          404     404       404      404      404
newsletter            400   400      400     400          400     400          400     400       400      400      400
notify                202   202      202     202          202     202          202     202       202      202      202
preview               404   404      404     404          404     404          404     404       404      404      404
remove-second-factor  401   401      403     403          403     404          401     401       401      401      403
send-letters          200   200      200     200          200     200          200     200       200      200      200
submit-form           400   400      400     400          400     400          400     400       400      400      400
sync-authors          401   401      403     403          200     200          401     401       401      401      403
`

const NOBODY = JSON.stringify({ id: '2f1a8f9e-5b67-4c6e-9d0a-1f2e3d4c5b6a' })
const FORM = 'application/x-www-form-urlencoded'

/** What is sent to each function. */
const REQUESTS: Readonly<Record<string, RequestInit>> = {
  calendar: { method: 'GET' },
  'check-links': { method: 'POST', body: '{"links":[]}' },
  'create-user': { method: 'POST', body: '{}' },
  'delete-user': { method: 'POST', body: NOBODY },
  'first-account': { method: 'POST', body: '{}' },
  'letter-requests': { method: 'POST', body: '{}' },
  'mail-events': { method: 'POST', body: '{}' },
  newsletter: { method: 'POST', body: '' },
  notify: { method: 'POST', body: '{}' },
  preview: { method: 'POST', body: '{"token":"none"}' },
  'remove-second-factor': { method: 'POST', body: NOBODY },
  'send-letters': { method: 'POST', body: '{}' },
  'submit-form': { method: 'POST', body: '', headers: { 'content-type': FORM } },
  'sync-authors': { method: 'POST', body: '{}' },
}

const dataDir = mkdtempSync(join(tmpdir(), 'mantel-who-may-call-'))
let stack: Stack
/** The headers of each caller, in the order of the table. */
let callers: Record<string, Record<string, string>>

beforeAll(async () => {
  stack = await startTestStack({ dataDir })
  const { jwtSecret } = await loadKeys(dataDir)
  const asToken = (token: string) => ({ apikey: stack.publishableKey, authorization: `Bearer ${token}` })
  const roles = {} as Record<'viewer' | 'contributor' | 'editor' | 'super_admin', string>
  for (const role of ['viewer', 'contributor', 'editor', 'super_admin'] as const)
    roles[role] = (await signedIn(stack, role)).token
  const claims = readToken(roles.super_admin) ?? {}
  const now = Math.floor(Date.now() / 1000)
  const [, payload = ''] = roles.super_admin.split('.')
  const noSignature = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
  const removed = await signedIn(stack, 'editor', 'removed@mantel.example')
  await stack.sql('delete from auth.users where id = $1::uuid', [removed.id])
  const email = 'factor@mantel.example'
  await enrolled((await signedIn(stack, 'editor', email)).client)
  const { data } = await client(stack).auth.signInWithPassword({ email, password: PASSWORD })
  callers = {
    none: {},
    visitor: asToken(stack.publishableKey),
    ...Object.fromEntries(Object.entries(roles).map(([role, token]) => [role, asToken(token)])),
    forged: asToken(signToken(claims, 'another secret of at least 32 characters')),
    unsigned: asToken(noSignature),
    expired: asToken(signToken({ ...claims, iat: now - 3660, exp: now - 60 }, jwtSecret)),
    removed: asToken(removed.token),
    factor: asToken(data.session?.access_token ?? ''),
  }
})
afterAll(async () => {
  await stack.stop()
  rmSync(dataDir, { recursive: true })
})

test('each edge function answers each caller as listed', async () => {
  const lines = ['#', ...Object.keys(callers)].join('  ')
  const found = [lines]
  for (const name of Object.keys(readConfig().functions).toSorted()) {
    const { headers, ...request } = REQUESTS[name] ?? {}
    const answers: number[] = []
    for (const caller of Object.values(callers)) {
      const init = { ...request, headers: { ...caller, ...headers } }
      answers.push((await fetch(`${stack.url}/functions/v1/${name}`, init)).status)
    }
    found.push([name, ...answers].join('  '))
  }
  const written = ANSWERS.split('\n').filter((line) => line !== '')
  expect(found).toEqual(written.map((line) => line.split(/\s+/).join('  ')))
})
