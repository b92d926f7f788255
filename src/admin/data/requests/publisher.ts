import type * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'

const TIMEOUT_MS = 10_000
/** Where no publisher answers, how long none is asked. */
const PAUSE_MS = 5 * 60_000

let notAskedUntil = -Infinity

/** False for a while after no publisher answered: a static host has none. */
export function hasPublisher(): boolean {
  return navigator.onLine && performance.now() >= notAskedUntil
}

/** What the publisher answers to a `body`, as the person who is signed in; null when it cannot tell, or there is none. */
export async function askPublisher<Answer>(
  path: string,
  body: string,
  schema: z.ZodMiniType<Answer>,
  signal: AbortSignal,
): Promise<Answer | null> {
  const { data } = await adminClient().auth.getSession()
  if (data.session === null || signal.aborted) return null
  try {
    const response = await fetch(`${__PUBLISHER_URL__}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${data.session.access_token}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    if (!response.headers.get('content-type')?.startsWith('application/json')) throw new Error('no publisher')
    return response.status === 200 ? schema.parse(await response.json()) : null
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    if (!signal.aborted && !isLate) notAskedUntil = performance.now() + PAUSE_MS
    return null
  }
}
