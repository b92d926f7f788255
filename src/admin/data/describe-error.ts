import { BackendError } from '../../backend/errors.ts'

/** Why something was not saved or deleted, for people: what they can do about it, never a code. */
export function describeError(error: unknown): string {
  if (!(error instanceof BackendError)) return 'Something went wrong that was not foreseen.'
  switch (error.kind) {
    case 'network':
      return 'There is no connection. Nothing is lost: try again.'
    case 'denied':
      return 'Your account is not allowed to do this.'
    case 'not-found':
      return 'Somebody has deleted it in the meantime.'
    default:
      return error.message || 'The server could not do it.'
  }
}

/** Whether the database refused a value that another row has, in the unique index with `part` in its name. */
export function isTaken(error: unknown, part: string): boolean {
  return error instanceof BackendError && error.kind === 'duplicate' && error.message.includes(part)
}

/** What the server itself says of it, for what it words with care; where it says nothing, `otherwise`. */
export function serverText(error: unknown, otherwise: string): string {
  if (!(error instanceof BackendError)) return otherwise
  return error.kind === 'network' ? describeError(error) : error.message || otherwise
}
