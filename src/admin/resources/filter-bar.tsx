import type { ReactNode } from 'react'
import { type PagedQuery, isFiltered } from '../data/requests/list-search.ts'
import { Button } from '../ui/layout/button.tsx'
import { SearchBox } from '../ui/fields/search-box.tsx'

/** The search of a list beside two selects and two days (`children`), with a button that clears them all. */
export function FilterBar({
  label,
  placeholder,
  query,
  onChange,
  children,
}: {
  /** What is listed: 'Audit log'. */
  label: string
  placeholder: string
  query: PagedQuery
  /** Changes parameters of the address. */
  onChange: (part: Record<string, string | undefined>) => void
  children: ReactNode
}) {
  return (
    <search
      aria-label={label}
      className="grid grid-cols-2 items-start gap-3 xl:grid-cols-[minmax(12rem,1fr)_12rem_12rem_9.5rem_9.5rem]"
    >
      <div className="col-span-2 flex flex-col gap-1.5 xl:col-span-1">
        <span aria-hidden className="text-sm font-semibold">
          Search
        </span>
        <SearchBox
          label={`Search ${label.toLowerCase()}`}
          placeholder={placeholder}
          text={query.text}
          onText={(typed) => onChange({ q: typed || undefined })}
        />
      </div>
      {children}
      {isFiltered(query) && (
        <Button
          variant="ghost"
          size="sm"
          className="col-span-2 justify-self-start xl:col-span-5"
          onPress={() =>
            onChange(Object.fromEntries(['q', ...Object.keys(query)].map((key) => [key, undefined])))
          }
        >
          Clear Filters
        </Button>
      )}
    </search>
  )
}
