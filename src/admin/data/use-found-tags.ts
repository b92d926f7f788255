import { useQuery } from '@tanstack/react-query'
import type { Tag } from '../../domain/tag.ts'
import { foundTagsQuery } from './tags.ts'
import { useDebounced } from './use-debounced.ts'

/** The tags that a typed text finds, without waiting: at first those of the last answer that fit it, too. */
export function useFoundTags(typed: string): { tags: readonly Tag[]; isError: boolean } {
  const text = useDebounced(typed.trim().toLowerCase())
  const { data: tags = [], isError } = useQuery(foundTagsQuery(text))
  return { tags, isError }
}
