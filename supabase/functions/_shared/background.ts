import { errorMessage } from '../../../src/backend/error-message.ts'

declare const EdgeRuntime: { waitUntil: (work: Promise<unknown>) => void } | undefined

/** Goes on with `work` after the response is out; a failure is logged. */
export function inBackground(work: Promise<unknown>): void {
  const logged = work.catch((error: unknown) => console.error(errorMessage(error)))
  // A hosted function may be stopped once it has answered.
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(logged)
}
