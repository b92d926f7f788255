import { Spinner } from './spinner.tsx'

/** The place of a screen whose code or data are loading. */
export function LoadingScreen() {
  return (
    <div className="flex justify-center p-16">
      <Spinner />
    </div>
  )
}
