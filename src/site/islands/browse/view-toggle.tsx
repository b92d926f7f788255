import type { BrowseParams } from '../../browse-params.ts'
import { updateParams } from './navigation.ts'

const VIEWS = [
  ['grid', 'Grid view', 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z'],
  ['list', 'List view', 'M4 5.5h16M4 12h16M4 18.5h16'],
] as const

/** Toggle between grid and list view. */
export function ViewToggle({ view }: { view: BrowseParams['view'] }) {
  return (
    <div className="views" role="group" aria-label="View">
      {VIEWS.map(([name, label, path]) => (
        <button
          key={name}
          className="icon"
          type="button"
          aria-label={label}
          aria-pressed={view === name}
          onClick={() => updateParams({ view: name })}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d={path} />
          </svg>
        </button>
      ))}
    </div>
  )
}
