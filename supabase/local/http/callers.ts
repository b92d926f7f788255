import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../../../src/backend/database.types.ts'
import type { Keys } from '../keys.ts'

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

/**
 * How much a call that changes many rows may take in the embedded database, in ms of the processor: as long as the admin waits
 * for an answer. Of 500 rows, the most at once, each has all triggers of a single write, which takes some 20 ms.
 */
export const LONG_CALL_MS = 30_000

/** The same of an export or a restore, which is all rows in one statement: as its function says of itself for a hosted project. */
const ARCHIVE_MS = 15 * 60_000

/** What a statement of visitors and people who are signed in may take while others wait for the only session there is. */
const AWAITED_MS = 2000

/** How much a statement may take in the embedded database, in ms of the processor, before it is cancelled. */
export function statementLimitMs(
  caller: Caller,
  { isLong, isAwaited }: { isLong: boolean; isAwaited: boolean },
): number {
  if (caller === 'secretKey') return isLong ? ARCHIVE_MS : STATEMENT_MS.secretKey
  if (isLong) return LONG_CALL_MS
  return isAwaited ? AWAITED_MS : STATEMENT_MS[caller]
}

/** Whether the request that is being answered is a long call, for which others wait. */
export const currentCallIsLong = new AsyncLocalStorage<boolean>()

/** Functions that change many rows, or as many as name something, or say what that would change. */
const LONG_CALLS: readonly (keyof Database['public']['Functions'])[] = [
  'begin_export',
  'begin_magazine',
  'bulk_change',
  'finish_restore',
  'merge_people',
  'merge_tags',
  'predict_change',
  'remove_section',
  'replace_media',
  'restore_section',
  'save_section',
]

export function isLongCall({ pathname }: URL): boolean {
  return LONG_CALLS.some((name) => pathname.endsWith(`/rpc/${name}`))
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
