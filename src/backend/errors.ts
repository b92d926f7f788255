import { UUID } from '../domain/rows/uuid.ts'

export type BackendErrorKind =
  'network' | 'denied' | 'conflict' | 'duplicate' | 'not-found' | 'rate-limited' | 'invalid' | 'unknown'

/** An error of the backend. `message` is its own wording, '' when it gave none. */
export class BackendError extends Error {
  override readonly name = 'BackendError'
  readonly kind: BackendErrorKind
  /** The code of PostgreSQL, PostgREST or Auth; null when there was none. */
  readonly code: string | null
  /** The unique constraint or index that a `duplicate` violates, such as 'tags_slug_key'; null for other errors. */
  readonly constraint: string | null
  /** The id of the file of the media library that may not be published; null for other errors. */
  readonly refusedFile: string | null

  constructor(kind: BackendErrorKind, code: string | null, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
    this.code = code
    // PostgREST sends the name in PostgreSQL's message only.
    const details = code === '23514' ? text(field(cause, 'details')) : ''
    this.refusedFile = UUID.test(details) ? details : null
    this.constraint = kind === 'duplicate' ? (/unique constraint "([^"]+)"/.exec(message)?.[1] ?? null) : null
  }
}

/**
 * The error codes of PostgreSQL (including codes raised by the schema itself), PostgREST, Auth and Storage (in its newer
 * and its older form), by kind.
 */
const CODES: Partial<Record<BackendErrorKind, string>> = {
  denied:
    '42501 PGRST301 PGRST303 bad_jwt email_not_confirmed invalid_credentials no_authorization not_admin ' +
    'session_expired session_not_found signup_disabled user_banned AccessDenied InvalidJWT Unauthorized',
  duplicate: '23505 email_exists user_already_exists KeyAlreadyExists ResourceAlreadyExists Duplicate',
  invalid:
    '22P02 23502 23503 23514 22001 email_address_invalid validation_failed weak_password EntityTooLarge ' +
    'InvalidKey InvalidMimeType InvalidRequest',
  'not-found': 'PT404 PGRST116 user_not_found NoSuchBucket NoSuchKey not_found',
  conflict: 'PT409',
  'rate-limited': 'PT429 over_email_send_rate_limit over_request_rate_limit SlowDown',
}

function kindOfCode(code: string): BackendErrorKind | undefined {
  const kinds = Object.keys(CODES) as BackendErrorKind[]
  return kinds.find((kind) => CODES[kind]?.split(' ').includes(code))
}

const KIND_OF_STATUS: Readonly<Record<number, BackendErrorKind>> = {
  0: 'network',
  400: 'invalid',
  401: 'denied',
  403: 'denied',
  404: 'not-found',
  409: 'conflict',
  413: 'invalid',
  415: 'invalid',
  422: 'invalid',
  429: 'rate-limited',
}

/** Messages of failed requests in browsers and Node, which the clients pass on. */
const NO_ANSWER =
  /fetch failed|failed to fetch|networkerror|load failed|network request failed|^AbortError|^TimeoutError/i

/** The message of an error of the kind `network` whose answer did not come in time. */
export const NOT_IN_TIME = 'no answer in time'

/** A request that took longer than it may. */
const TIMED_OUT = /^(?:AbortError|TimeoutError)/

function field(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Storage answers every refusal with status 400 and has the true one as text in the body. */
function storageStatus(error: unknown): number | undefined {
  const status = field(error, 'statusCode')
  return typeof status === 'string' && /^\d+$/.test(status) ? Number(status) : undefined
}

function statusOf(error: unknown): number | undefined {
  const status = field(error, 'status')
  return typeof status === 'number' ? status : undefined
}

/** Older versions of Storage have the code in `error`, where others have it in `code`. */
function codeOf(error: unknown): string | null {
  return text(field(error, 'code')) || (field(error, 'statusCode') ? text(field(error, 'error')) : '') || null
}

/**
 * A BackendError for a value that a Supabase client returned or threw: errors of PostgREST, Auth and Storage, and failed
 * requests. The code decides, then the HTTP status (`status`, when the answer carries it beside the error).
 */
export function toBackendError(error: unknown, status?: number): BackendError {
  if (error instanceof BackendError) return error
  const code = codeOf(error)
  const message = text(field(error, 'message')) || text(error)
  const kind = code === null ? undefined : kindOfCode(code)
  if (kind !== undefined) return new BackendError(kind, code, message, error)
  if (code === null && NO_ANSWER.test(message))
    return new BackendError('network', null, TIMED_OUT.test(message) ? NOT_IN_TIME : message, error)
  const known = storageStatus(error) ?? status ?? statusOf(error)
  return new BackendError((known !== undefined && KIND_OF_STATUS[known]) || 'unknown', code, message, error)
}
