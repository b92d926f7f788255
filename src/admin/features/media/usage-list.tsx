import { Link } from '@tanstack/react-router'
import type { MediaUse } from './data/media-usage.ts'

const STATUS: Readonly<Record<string, string>> = {
  draft: 'draft',
  review: 'under review',
  archived: 'archived',
  trash: 'in the trash',
}

/** Where a file is used, as links to new tabs. */
export function UsageList({ uses }: { uses: readonly MediaUse[] }) {
  return (
    <ul
      aria-label="Used in"
      tabIndex={0}
      className="max-h-56 divide-y divide-rule overflow-y-auto rounded-md border border-rule bg-card px-3 -outline-offset-2"
    >
      {uses.map((use) => {
        const places = use.places.join(', ')
        const status = use.status === null ? undefined : STATUS[use.status]
        return (
          <li key={`${use.kind} ${use.id}`} className="py-2">
            <UseLink use={use} />
            <p className="text-xs text-soft">{status === undefined ? places : `${places} (${status})`}</p>
          </li>
        )
      })}
    </ul>
  )
}

const LOOK = 'block truncate rounded-sm text-sm font-semibold hover:underline'

function UseLink({ use: { kind, id, title } }: { use: MediaUse }) {
  switch (kind) {
    case 'article':
      return (
        <Link to="/admin/articles/$id" params={{ id }} target="_blank" className={LOOK}>
          {title}
        </Link>
      )
    case 'page':
      return (
        <Link to="/admin/pages" search={{ edit: id }} target="_blank" className={LOOK}>
          Page: {title}
        </Link>
      )
    case 'template':
      return (
        <Link to="/admin/templates/$id" params={{ id }} target="_blank" className={LOOK}>
          Template: {title}
        </Link>
      )
    case 'author':
      return (
        <Link to="/admin/authors" search={{ q: title }} target="_blank" className={LOOK}>
          Author: {title}
        </Link>
      )
    case 'site':
      return (
        <Link to="/admin/settings" target="_blank" className={LOOK}>
          The site
        </Link>
      )
  }
}
