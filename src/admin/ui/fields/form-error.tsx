import { CircleAlert } from 'lucide-react'

/** The error of a form, announced at once. */
export function FormError({ message }: { message: string | null }) {
  return (
    <div role="alert">
      {message !== null && (
        <p className="flex items-center gap-2 text-sm text-madder">
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
        </p>
      )}
    </div>
  )
}
