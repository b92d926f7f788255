import { failureText } from '../../data/failure-text.ts'
import { showToast } from '../../ui/toast.ts'

/** Says what failed, in the words of the spec, and why. */
export function tellFailure(title: string): (error: unknown) => void {
  return (error) => showToast({ title, description: failureText(error), tone: 'destructive' })
}
