import { useQuery } from '@tanstack/react-query'
import { LayoutGrid, Table2, type LucideIcon } from 'lucide-react'
import { formatBytes } from '../../../domain/media.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { mediaTotalsQuery } from './data/media-list.ts'
import { MEDIA_FILTERS, type MediaFilter, type MediaQuery, type MediaSearch } from './media-search.ts'

const LABELS: Readonly<Record<MediaFilter, string>> = {
  all: 'All',
  images: 'Images',
  videos: 'Videos',
  documents: 'Documents',
}

/** Search, the type filter, how many files that finds, and the choice between grid and table. */
export function MediaToolbar({
  query,
  view,
  onChange,
}: {
  query: MediaQuery
  view: 'grid' | 'table'
  onChange: (part: MediaSearch) => void
}) {
  return (
    <search aria-label="Files" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <SearchBox
          label="Search files"
          text={query.text}
          onText={(text) => onChange({ q: text || undefined })}
          className="flex-1 md:max-w-md"
        />
        <div role="group" aria-label="View" className="flex gap-1 rounded-md bg-tint p-1">
          <ViewButton
            icon={LayoutGrid}
            label="Grid"
            isOn={view === 'grid'}
            onPress={() => onChange({ view: undefined })}
          />
          <ViewButton
            icon={Table2}
            label="Table"
            isOn={view === 'table'}
            onPress={() => onChange({ view: 'table' })}
          />
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div role="group" aria-label="Type">
          <ul className="flex flex-wrap gap-2">
            {MEDIA_FILTERS.map((filter) => (
              <li key={filter}>
                <button
                  type="button"
                  aria-pressed={query.filter === filter}
                  onClick={() => onChange({ type: filter === 'all' ? undefined : filter })}
                  className={`rounded-full border px-3.5 py-1 text-sm whitespace-nowrap transition-colors duration-200 ${query.filter === filter ? 'border-ink bg-ink text-paper' : 'border-rule bg-card hover:bg-tint'}`}
                >
                  {LABELS[filter]}
                </button>
              </li>
            ))}
          </ul>
        </div>
        <Totals query={query} />
      </div>
    </search>
  )
}

function ViewButton({
  icon: Icon,
  label,
  isOn,
  onPress,
}: {
  icon: LucideIcon
  label: string
  isOn: boolean
  onPress: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={onPress}
      className={`flex size-8 items-center justify-center rounded-sm ${isOn ? 'bg-card text-ink' : 'text-soft hover:text-ink'}`}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  )
}

function Totals({ query }: { query: MediaQuery }) {
  const { data } = useQuery(mediaTotalsQuery(query))
  return (
    <p role="status" className="min-h-5 text-sm text-soft">
      {data === undefined ? (
        <Skeleton className="h-5 w-32" />
      ) : (
        `${data.files.toLocaleString('en')} ${data.files === 1 ? 'file' : 'files'}, ${formatBytes(data.bytes)}`
      )}
    </p>
  )
}
