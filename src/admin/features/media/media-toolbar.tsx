import { useQuery } from '@tanstack/react-query'
import { type LucideIcon, LayoutGrid, Table2 } from 'lucide-react'
import { formatBytes } from '../../../domain/media.ts'
import { FilterChips } from '../../resources/filter-chips.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatNumber } from '../../ui/format.ts'
import { mediaTotalsQuery } from './data/media.ts'
import { type MediaFilter, type MediaQuery, type MediaSearch, MEDIA_FILTERS } from './media-search.ts'

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
  onText,
  onChange,
}: {
  query: MediaQuery
  view: 'grid' | 'table'
  onText: (text: string) => void
  onChange: (part: MediaSearch) => void
}) {
  return (
    <search aria-label="Files" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <SearchBox label="Search files" text={query.text} onText={onText} className="flex-1 md:max-w-md" />
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
        <FilterChips
          label="Type"
          chips={MEDIA_FILTERS.map((value) => ({ value, label: LABELS[value] }))}
          value={query.filter}
          onChange={(filter) => onChange({ type: filter === 'all' ? undefined : filter })}
        />
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
        `${formatNumber(data.files)} ${data.files === 1 ? 'file' : 'files'}, ${formatBytes(data.bytes)}`
      )}
    </p>
  )
}
