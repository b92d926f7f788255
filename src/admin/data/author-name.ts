import { useQuery } from '@tanstack/react-query'
import { authorNamesQuery } from './authors.ts'

/** Looks up an author's name by the id of the profile: '' while the names load, and for an unknown id. */
export function useAuthorName(): (id: string | null) => string {
  const { data } = useQuery(authorNamesQuery)
  return (id) => (id === null ? '' : (data?.find((author) => author.id === id)?.full_name ?? ''))
}
