import { adminClient } from '../../../../backend/admin-client.ts'
import { toBackendError } from '../../../../backend/errors.ts'
import { type FailureKind, SaveFailure } from '../saving/state.ts'

/** Whether a session exists; without one, requests are sent as anonymous. */
async function isSignedIn(): Promise<boolean> {
  const { data } = await adminClient().auth.getSession()
  return data.session !== null
}

/** Converts a failed request to a SaveFailure. */
export async function saveFailure(error: unknown, status?: number): Promise<SaveFailure> {
  if (error instanceof SaveFailure) return error
  const { kind, code, message } = toBackendError(error, status)
  const failure = (failureKind: FailureKind, text = '') => new SaveFailure(failureKind, text, error)
  switch (kind) {
    case 'network':
      return failure('network')
    case 'conflict':
      return failure('conflict')
    case 'duplicate':
      // The only other unique key is that of a working copy that somebody else has just created.
      return failure(message.includes('articles_slug_key') ? 'slug-taken' : 'conflict')
    case 'not-found':
      return failure('not-found')
    case 'denied':
      if (code !== '42501' || !(await isSignedIn())) return failure('signed-out')
      return failure('denied', 'You are not allowed to save this article.')
    default:
      return failure('other', message)
  }
}
