import { toBackendError } from '../../../backend/errors.ts'

/** The message behind 'Upload failed:' and 'Delete failed:' (admin spec §8). */
export function failureMessage(error: unknown): string {
  const { kind, message } = toBackendError(error)
  return kind === 'network' ? 'No connection' : message
}
