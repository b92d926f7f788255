import { useQuery } from '@tanstack/react-query'
import { authorNamesQuery } from './authors.ts'

/** Looks up who wrote something, by the id of a profile: '' while the names are on their way or for nobody. */
export function useAuthorName(): (id: string | null) => string {
  const { data } = useQuery(authorNamesQuery)
  return (id) => (id === null ? '' : (data?.find((author) => author.id === id)?.full_name ?? ''))
}
