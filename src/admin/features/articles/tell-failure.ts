import { describeError } from '../../data/describe-error.ts'
import { showToast } from '../../ui/toast.ts'

/** Says what failed, in the words of the spec, and why. */
export function tellFailure(title: string): (error: unknown) => void {
  return (error) => showToast({ title, description: describeError(error), tone: 'destructive' })
}
