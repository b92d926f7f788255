import { ErrorState } from '../ui/layout/states.tsx'
import { FormError } from '../ui/fields/form-error.tsx'
import { type ErrorWords, describeError } from './describe-error.ts'

const LOADING_WORDS = {
  network: 'There is no connection.',
  // What a server says of its own failure is for programmers.
  unknown: 'The server has a problem. Please try again.',
}

/** What failed to load (`title`), why, and a button that tries again: where there is nothing yet to show. */
export function QueryError({
  title,
  error,
  refetch,
  words,
}: {
  title: string
  error: unknown
  refetch: () => unknown
  words?: ErrorWords
}) {
  return (
    <ErrorState
      title={title}
      detail={describeError(error, { ...LOADING_WORDS, ...words })}
      onRetry={() => void refetch()}
    />
  )
}

/** Below a list whose next part failed to load, beside the button for it; nothing without an `error`. */
export function NextPartError({ title, error }: { title: string; error: unknown }) {
  // An empty message, as below a form, would be a second one in a dialog that has its own.
  return error === null ? null : <FormError message={`${title}. ${describeError(error, LOADING_WORDS)}`} />
}
