import { queryOptions } from '@tanstack/react-query'
import { adminClient, visitorClient } from '../../../backend/admin-client.ts'
import { focusLookup } from '../../../backend/focus-lookup.ts'
import { type Role, can } from '../../../domain/people/role.ts'

const focusForWriters = focusLookup(adminClient)
const focusForViewers = focusLookup(visitorClient)

/** The focus of the picture at an address; null for the middle. Viewers read the focus of published ones. */
export const pictureFocusQuery = (url: string, role: Role) =>
  queryOptions({
    queryKey: ['media', 'focus', url, role],
    queryFn: () => (can(role, 'media.upload') ? focusForWriters(url) : focusForViewers(url)),
  })
