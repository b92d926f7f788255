import { Spinner } from '../ui/spinner.tsx'

/** A spinner in place of a screen whose code is loading. */
export function LoadingScreen() {
  return (
    <div className="flex justify-center p-16">
      <Spinner />
    </div>
  )
}

/** A spinner in place of the whole page while the session or the profile is loading. */
export function LoadingPage() {
  return (
    <div className="flex min-h-dvh items-center justify-center">
      <Spinner className="size-8" />
    </div>
  )
}
