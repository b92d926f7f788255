import { Link, useMatches } from '@tanstack/react-router'
import { crumbs } from './navigation.ts'

/** Breadcrumbs; on phones the current page only. */
export function Breadcrumbs() {
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  if (screen === undefined) return <div className="flex-1" />
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
      <ol className="flex items-center gap-2 text-sm">
        {crumbs(screen).map(({ label, to }) =>
          to === null ? (
            <li key={label} aria-current="page" className="truncate text-base font-semibold md:text-sm">
              {label}
            </li>
          ) : (
            <li key={label} className="hidden items-center gap-2 md:flex">
              <Link to={to} className="rounded-sm text-soft hover:text-ink hover:underline">
                {label}
              </Link>
              <span aria-hidden className="text-soft">
                /
              </span>
            </li>
          ),
        )}
      </ol>
    </nav>
  )
}
