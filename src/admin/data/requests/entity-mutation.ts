import { noop, type DataTag, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Database } from '../../../backend/database.types.ts'

type Table = keyof Database['public']['Tables']

/**
 * What cached data is about, a table or a shorter name for one: the first part of every query key. The rest of a key is
 * defined beside its query, from the general to the particular: `['tags', 'list', query]`.
 *
 * Invalidation goes by prefix. A mutation names the entities that it changes; every query whose key begins with one of
 * them is then stale, and those on the screen are fetched again.
 */
export type Entity =
  Table | 'account' | 'analytics' | 'authors' | 'messages' | 'settings' | 'styles' | 'templates' | 'users'

/** The key of all cached data about an entity. */
export const entityKey = (entity: Entity) => [entity] as const

/**
 * Marks all cached data about `entities` as stale; resolves when what is on the screen has been fetched again. An answer
 * that is on its way may have been read before the change, and `invalidateQueries` alone would take it for a new one: what
 * is on the screen is asked for again, and what somebody else waits for is stale once it is there.
 */
export async function invalidate(client: QueryClient, ...entities: readonly Entity[]): Promise<void> {
  await Promise.all(
    entities.map(async (entity) => {
      const queryKey = entityKey(entity)
      for (const query of client
        .getQueryCache()
        .findAll({ queryKey, type: 'inactive', fetchStatus: 'fetching' })) {
        void query
          .fetch()
          .then(() => client.invalidateQueries({ queryKey: query.queryKey, exact: true }), noop)
      }
      await client.cancelQueries({ queryKey, type: 'active' })
      await client.invalidateQueries({ queryKey })
    }),
  )
}

/** Caches what was saved in place of what was read. An answer that is on its way, perhaps read before the save, is dropped. */
export async function cacheSaved<Data>(
  client: QueryClient,
  queryKey: DataTag<readonly unknown[], Data, Error>,
  saved: NoInfer<Data>,
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, saved)
}

/**
 * A mutation that invalidates `entities`. It is pending until the screen shows the result of a success; a failure is
 * reported at once, and what is cached, which may have caused it, is fetched again in the background. Mutations of the same
 * entities are carried out one after the other: else the database could carry out an earlier one last.
 */
export function useEntityMutation<Variables, Result>(
  entities: readonly Entity[],
  mutationFn: (variables: Variables) => Promise<Result>,
) {
  const client = useQueryClient()
  return useMutation({
    scope: { id: entities.join() },
    mutationFn,
    onSuccess: () => invalidate(client, ...entities),
    onError: () => void invalidate(client, ...entities),
  })
}
