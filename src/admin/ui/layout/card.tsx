import { type ReactNode, useId } from 'react'

/**
 * A bordered surface with an optional heading; `level` fits the outline of the screen. With `isRow`, its content is beside
 * the heading.
 */
export function Card({
  title,
  level = 2,
  aside,
  isRow = false,
  className = '',
  children,
}: {
  title?: string
  level?: 2 | 3
  aside?: ReactNode
  isRow?: boolean
  className?: string
  children: ReactNode
}) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const titleId = useId()
  return (
    <section
      aria-labelledby={title === undefined ? undefined : titleId}
      className={`rounded-lg border border-rule bg-card p-4 ${isRow ? 'flex items-center justify-between gap-3' : ''} ${className}`}
    >
      {title !== undefined && (
        <div className={`flex items-baseline justify-between gap-3 ${isRow ? '' : 'mb-3'}`}>
          <Heading id={titleId} className="text-sm font-semibold">
            {title}
          </Heading>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
