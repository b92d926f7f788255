import type { QueryClient } from '@tanstack/react-query'
import { type Entity, invalidate } from '../data/requests/entity-mutation.ts'
import { attempt } from './describe-error.ts'

/** The button of a toast that takes a change back, after which the data of `entities` is fetched again. */
export function undoAction(client: QueryClient, entities: readonly Entity[], undo: () => Promise<unknown>) {
  const onAction = () =>
    void attempt('The change could not be undone', async () => {
      await undo()
      await invalidate(client, ...entities)
    })
  return { label: 'Undo', onAction }
}
