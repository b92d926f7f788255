/** The rows of a list that are selected, by id, and the row that was selected or left last, where a range begins. */
export interface Selected {
  ids: ReadonlySet<string>
  last: string | null
}

export const NONE_SELECTED: Selected = { ids: new Set(), last: null }

/** Selects a row, or leaves it when it is selected. */
export function toggled({ ids }: Selected, id: string): Selected {
  return ids.has(id) ? without(ids, [id], id) : withAll(ids, [id], id)
}

/** Selects the rows of a page (`pageIds`, in their order) from the last one to this one; the row itself without one. */
export function extended(selected: Selected, pageIds: readonly string[], id: string): Selected {
  const from = selected.last === null ? -1 : pageIds.indexOf(selected.last)
  const to = pageIds.indexOf(id)
  if (from < 0 || to < 0) return toggled(selected, id)
  return withAll(selected.ids, pageIds.slice(Math.min(from, to), Math.max(from, to) + 1), id)
}

/** Selects the rows of a page, or leaves them when all are selected. */
export function pageToggled(selected: Selected, pageIds: readonly string[]): Selected {
  return pagePart(selected, pageIds) === 'all'
    ? without(selected.ids, pageIds, null)
    : withAll(selected.ids, pageIds, null)
}

/** How many rows of a page are selected. */
export function pagePart({ ids }: Selected, pageIds: readonly string[]): 'none' | 'some' | 'all' {
  const count = pageIds.filter((id) => ids.has(id)).length
  return count === 0 ? 'none' : count === pageIds.length ? 'all' : 'some'
}

function withAll(ids: ReadonlySet<string>, added: readonly string[], last: string | null): Selected {
  return { ids: new Set([...ids, ...added]), last }
}

function without(ids: ReadonlySet<string>, left: readonly string[], last: string | null): Selected {
  return { ids: ids.difference(new Set(left)), last }
}
