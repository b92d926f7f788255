import { useQuery } from '@tanstack/react-query'
import type { Tag } from '../../domain/tag.ts'
import { foundTagsQuery } from './tags.ts'
import { useDebounced } from './use-debounced.ts'

interface FoundTags {
  tags: readonly Tag[]
  isSearching: boolean
  isError: boolean
}

/** The tags that a typed text finds; while the search runs, those of the previous one. */
export function useFoundTags(typed: string): FoundTags {
  const wanted = typed.trim().toLowerCase()
  const text = useDebounced(wanted)
  const { data: tags = [], isFetching, isError } = useQuery(foundTagsQuery(text))
  return { tags, isSearching: isFetching || text !== wanted, isError }
}
