import { CircleAlert } from 'lucide-react'
import { Button } from './button.tsx'

/** A failed load, with a button to try again. */
export function ErrorState({
  title,
  detail,
  onRetry,
}: {
  title: string
  detail?: string | undefined
  onRetry: () => void
}) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <CircleAlert aria-hidden className="size-6 text-brick" />
      <p className="font-semibold">{title}</p>
      {detail !== undefined && detail !== '' && <p className="max-w-prose text-sm text-soft">{detail}</p>}
      <Button onPress={onRetry}>Try Again</Button>
    </div>
  )
}
