import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { extraFilterCount, type ArticlesQuery, type ArticlesSearch } from './articles-search.ts'
import { StatusChips } from './status-chips.tsx'

const MoreFilters = lazyPart(
  async () => (await import('./more-filters.tsx')).MoreFilters,
  () => <Skeleton className="h-93 lg:h-60 xl:h-43" />,
)

/** Search, status and, behind More Filters, the rest. */
export function ArticleFilters({
  query,
  onChange,
}: {
  query: ArticlesQuery
  onChange: (part: ArticlesSearch) => void
}) {
  const extra = extraFilterCount(query)
  const [open, setOpen] = useState(extra > 0)
  return (
    <search aria-label="Articles" className="flex flex-col gap-3">
      <div className="flex gap-2.5">
        <SearchBox
          label="Search articles"
          text={query.text}
          onText={(text) => onChange({ q: text || undefined })}
          className="flex-1 md:max-w-md"
        />
        <Button
          aria-expanded={open}
          aria-controls="more-filters"
          onPress={() => setOpen((shown) => !shown)}
          onHoverStart={MoreFilters.preload}
          onFocus={MoreFilters.preload}
          className="min-h-9.5"
        >
          <SlidersHorizontal aria-hidden className="size-4" />
          <span className="sr-only md:not-sr-only">More Filters</span>
          {extra > 0 && <span className="tabular-nums">{extra}</span>}
        </Button>
      </div>
      <StatusChips query={query} onChange={onChange} />
      <div id="more-filters" hidden={!open}>
        {open && <MoreFilters query={query} onChange={onChange} />}
      </div>
    </search>
  )
}
