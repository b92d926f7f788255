import { AsyncLocalStorage } from 'node:async_hooks'
import type { Keys } from './keys.ts'

/** Who sends a request: by its key, and by whether it has what looks like an access token, which the service checks. */
export type Caller = 'visitor' | 'signedIn' | 'secretKey'

/** The sender of the request that is being answered. */
export const currentCaller = new AsyncLocalStorage<Caller>()

/**
 * How much a statement of a request may take, in ms: of the processor in the embedded database, of the clock on a server.
 * Visitors and people who are signed in have the limits of a hosted project.
 */
export const STATEMENT_MS: Readonly<Record<Caller, number>> = {
  visitor: 3000,
  signedIn: 8000,
  secretKey: 60_000,
}

/** Whether the request that is being answered may keep others waiting as long as it may take alone. */
export const keepsOthersWaiting = new AsyncLocalStorage<boolean>()

/** Calls that change many rows, or say what that would change. */
export function isLongCall({ pathname }: URL): boolean {
  return /\/rpc\/(?:change_many|predict_change)$/.test(pathname)
}

export function callerOf(request: Request, url: URL, { secretKey }: Keys): Caller {
  if (readKey(request, url) === secretKey) return 'secretKey'
  return /^Bearer [^.\s]+\.[^.\s]+\.[^.\s]+$/.test(request.headers.get('authorization') ?? '')
    ? 'signedIn'
    : 'visitor'
}

/** The API key of a request. */
export function readKey(request: Request, url: URL): string | null {
  return request.headers.get('apikey') ?? url.searchParams.get('apikey')
}
