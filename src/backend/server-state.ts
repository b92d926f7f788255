import { BackendError, NOT_IN_TIME } from './errors.ts'

// Beside errors.ts, which every search of readers loads.

/** PostgreSQL's codes for a database that is being opened again, and for one that has no time for a statement now. */
const OPENING_CODES = ['57P01', '57P03']
const BUSY_CODES = [...OPENING_CODES, '57014', '25P03', '53300']

/** Whether a request got no answer, or not in time: what was read before may still be so. */
export function isUnreached(error: unknown): boolean {
  return (
    error instanceof BackendError && (error.kind === 'network' || OPENING_CODES.includes(error.code ?? ''))
  )
}

/** Whether the server is there, but slow: another try may get an answer. */
export function isBusy({ kind, code, message }: BackendError): boolean {
  return BUSY_CODES.includes(code ?? '') || (kind === 'network' && message === NOT_IN_TIME)
}
