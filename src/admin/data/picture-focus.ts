import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../backend/admin-client.ts'
import { focusLookup } from '../../backend/focus-lookup.ts'

const focusOf = focusLookup(adminClient)

/** The focus of the picture at an address; null for the middle. */
export const pictureFocusQuery = (url: string) =>
  queryOptions({ queryKey: ['media', 'focus', url], queryFn: () => focusOf(url) })
