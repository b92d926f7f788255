import { adminClient } from '../../backend/admin-client.ts'
import { type Prediction, PREDICTION_PATH, predictionSchema } from '../../domain/prediction.ts'

const TIMEOUT_MS = 10_000
/** Where no publisher answers, how long none is asked. */
const PAUSE_MS = 5 * 60_000

let notAskedUntil = -Infinity

/** False for a while after no publisher answered: a static host has none. */
export function hasPublisher(): boolean {
  return navigator.onLine && performance.now() >= notAskedUntil
}

/** What a publish of the changes in `body` would do; null when it cannot be told. */
export async function fetchPrediction(body: string, signal: AbortSignal): Promise<Prediction | null> {
  const { data } = await adminClient().auth.getSession()
  if (data.session === null || signal.aborted) return null
  try {
    const response = await fetch(`${__PUBLISHER_URL__}${PREDICTION_PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${data.session.access_token}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    if (!response.headers.get('content-type')?.startsWith('application/json')) throw new Error('no publisher')
    return response.status === 200 ? predictionSchema.parse(await response.json()) : null
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    if (!signal.aborted && !isLate) notAskedUntil = performance.now() + PAUSE_MS
    return null
  }
}
