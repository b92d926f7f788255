import type { ReactNode } from 'react'

/** Text in place of an empty list, with an optional action. */
export function EmptyState({ title, action }: { title: string; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-12 text-center">
      <p className="max-w-prose text-soft">{title}</p>
      {action}
    </div>
  )
}
