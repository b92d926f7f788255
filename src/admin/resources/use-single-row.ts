import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BackendError } from '../../backend/errors.ts'
import { type Entity, useEntityMutation } from '../data/requests/entity-mutation.ts'
import { type QueryResult, unwrap } from '../data/requests/postgrest.ts'
import type { optionalRowQuery } from '../data/requests/queries.ts'
import { useOneAtATime } from '../ui/keys/use-one-at-a-time.ts'
import { showToast } from '../ui/overlays/toast.ts'
import { describeError } from './describe-error.ts'
import { useSaveOnto } from './use-save-onto.ts'

interface SingleRow<Row, Value> {
  /** The table, which has one row at most. */
  table: Entity
  query: ReturnType<typeof optionalRowQuery<Row>>
  /** The stored row; null before the first save. */
  row: Row | null
  /** What is stored in it, or stands for it before the first save. */
  stored: Value
  isSame: (a: Value, b: Value) => boolean
  /** Adds the row, or changes it where it has the version of `base`; answers with its id. */
  write: (value: Value, base: Row | null) => PromiseLike<QueryResult & { error: { code: string } | null }>
  /** 'Colours' */
  noun: string
}

/**
 * An edit of the row of a table that has one at most: what is not saved yet, its save, and the question when somebody else
 * has saved theirs.
 */
export function useSingleRow<Row, Value>(options: SingleRow<Row, Value>) {
  const { table, query, row, stored, isSame, write, noun } = options
  const client = useQueryClient()
  const [draft, setDraft] = useState<{ base: Row | null; value: Value } | null>(null)
  const value = draft?.value ?? stored
  const saving = useEntityMutation(
    [table],
    async ({ changed, base }: { changed: Value; base: Row | null }) => {
      const answer = await write(changed, base)
      // There is one row: a second one is refused because somebody has saved the first.
      if (answer.error?.code === '23505') throw new BackendError('conflict', null, '')
      const rows = unwrap(answer)
      if (!Array.isArray(rows) || rows.length === 0) throw new BackendError('conflict', null, '')
    },
  )
  const { saveOnto, conflict } = useSaveOnto<Row | null, Value>({
    save: async (base, changed) => {
      await saving.mutateAsync({ changed, base })
      setDraft(null)
      showToast({ title: `${noun} saved successfully` })
    },
    load: () => client.fetchQuery({ ...query, staleTime: 0 }),
    onTakeTheirs: () => setDraft(null),
    onFailed: (failed) =>
      showToast({
        title: `Save failed: ${describeError(failed, { network: 'No connection' })}`,
        tone: 'destructive',
      }),
  })
  return {
    value,
    /** Null: the stored one. */
    setValue: (changed: Value | null) =>
      setDraft(changed === null ? null : { base: draft === null ? row : draft.base, value: changed }),
    isDirty: !isSame(value, stored),
    isPending: saving.isPending,
    save: useOneAtATime(() => saveOnto(draft === null ? row : draft.base, value)),
    conflict,
  }
}
