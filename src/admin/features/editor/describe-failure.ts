import { describeError } from '../../resources/describe-error.ts'
import { SaveFailure } from './saving/state.ts'

/** Why a request of the editor failed, for people. `conflict`: the text for what somebody else has saved since. */
export function describeFailure(error: unknown, conflict?: string): string {
  if (!(error instanceof SaveFailure)) return describeError(error)
  if (error.kind === 'conflict' && conflict !== undefined) return conflict
  return error.message || describeError(error.cause)
}
