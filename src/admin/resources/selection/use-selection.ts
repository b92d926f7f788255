import { useState } from 'react'
import type { ListPage, PagedQuery } from '../../data/requests/list-search.ts'
import { type Selected, NONE_SELECTED, extended, pagePart, pageToggled, toggled } from './selected.ts'

/** The selection of a list, for its checkboxes and the bar below it. */
export interface Selection {
  ids: ReadonlySet<string>
  /** How many rows of the page that is shown are selected. */
  page: 'none' | 'some' | 'all'
  toggle: (id: string) => void
  /** Selects from the last row to this one. */
  extendTo: (id: string) => void
  togglePage: () => void
  selectAll: (ids: readonly string[]) => void
  clear: () => void
}

/** The selection of a list. Other pages and another order keep it; another filter or search ends it. */
export function useSelection({
  query,
  data,
}: {
  query: PagedQuery
  data: ListPage<{ id: string }> | undefined
}): Selection {
  const filter = JSON.stringify({ ...query, page: undefined, sort: undefined, dir: undefined })
  const [kept, setKept] = useState({ filter, selected: NONE_SELECTED })
  const selected = kept.filter === filter ? kept.selected : NONE_SELECTED
  const pageIds = data?.rows.map(({ id }) => id) ?? []
  const change = (to: (before: Selected) => Selected) =>
    setKept((before) => ({
      filter,
      selected: to(before.filter === filter ? before.selected : NONE_SELECTED),
    }))
  return {
    ids: selected.ids,
    page: pagePart(selected, pageIds),
    toggle: (id) => change((before) => toggled(before, id)),
    extendTo: (id) => change((before) => extended(before, pageIds, id)),
    togglePage: () => change((before) => pageToggled(before, pageIds)),
    selectAll: (ids) => change(() => ({ ids: new Set(ids), last: null })),
    clear: () => change(() => NONE_SELECTED),
  }
}
