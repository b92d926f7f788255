import type { AnyUseQueryOptions } from '@tanstack/react-query'
import { type Role, can } from '../../domain/people/role.ts'
import { $session } from '../session/session.ts'
import type { RouterContext, Screen } from './admin-route.ts'

/*
 * A loader starts the queries of its screen, also when a link to it is pointed at, and does not wait for them: the
 * screen shows its skeleton meanwhile. Queries are imported where they are used, to keep them out of the first bundle.
 */

interface Loading {
  context: RouterContext
  route: { options: { staticData?: { screen?: Screen } } }
}

type Queries = Promise<AnyUseQueryOptions[]>

/**
 * Starts the queries of a screen, unless the role lacks its right. One that failed is left to the screen, which asks again
 * when it opens and on "Try Again": started here it would take the error, and its button, off a screen that shows it.
 */
export function startQueries({ context, route }: Loading, queriesOf: (role: Role) => Queries): void {
  const session = $session.get()
  if (session.status !== 'signed-in') return
  const { role } = session.profile
  const needs = route.options.staticData?.screen?.needs
  if (needs !== undefined && !can(role, needs)) return
  queriesOf(role).then(
    (queries) => {
      for (const query of queries) {
        if (context.queryClient.getQueryState(query.queryKey)?.status === 'error') continue
        void context.queryClient.prefetchQuery(query)
      }
    },
    () => undefined,
  )
}

/** The loader of a screen whose queries do not depend on the address. */
export const loads = (queriesOf: (role: Role) => Queries) => (loading: Loading) =>
  startQueries(loading, queriesOf)

/** The loader of a list, whose query is a part of the address; a change of other parts fetches nothing. */
export function loadsBySearch<Search, Part>(
  toQuery: (search: Search) => Part,
  queriesOf: (query: Part, role: Role) => Queries,
) {
  return {
    loaderDeps: ({ search }: { search: Search }) => toQuery(search),
    loader: (loading: Loading & { deps: Part }) =>
      startQueries(loading, (role) => queriesOf(loading.deps, role)),
  }
}
