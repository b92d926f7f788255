import { useQuery } from '@tanstack/react-query'
import { authorNamesQuery } from './authors.ts'
import { nameIn } from './name-in.ts'

/** Looks up an author's name by the id of the profile: '…' while the names load, and '' for an unknown id. */
export function useAuthorName(): (id: string | null) => string {
  const { data } = useQuery(authorNamesQuery)
  const names = data?.map(({ id, full_name }) => ({ id, name: full_name ?? '' }))
  return (id) => (id === null ? '' : nameIn(names, id, ''))
}
