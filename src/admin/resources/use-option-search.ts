import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '../data/requests/use-debounced.ts'
import { emptyListText } from './empty-list-text.ts'

/** The search of a combo box whose options the server finds. The name of the chosen item is not a search. */
export function useOptionSearch<Item extends { id: string }, Key extends readonly unknown[]>({
  chosen,
  nameOf,
  query,
  noneText,
}: {
  chosen: Item | null
  nameOf: (item: Item) => string
  query: (text: string) => UseQueryOptions<Item[], Error, Item[], Key>
  noneText: string
}): {
  /** The found items, and the chosen one. */
  items: readonly Item[]
  onSearch: (typed: string) => void
  emptyText: string
} {
  const [typed, setTyped] = useState('')
  const wanted = chosen !== null && typed === nameOf(chosen) ? '' : typed.trim()
  const text = useDebounced(wanted)
  const { data: found = [], isFetching, isLoadingError } = useQuery(query(text))
  return {
    items: chosen === null || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found],
    onSearch: setTyped,
    emptyText: emptyListText({ isSearching: isFetching || text !== wanted, isLoadingError }, noneText),
  }
}
