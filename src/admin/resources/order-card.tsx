import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { PlannedChange } from '../../domain/newsroom/prediction.ts'
import { type Entity, useEntityMutation } from '../data/requests/entity-mutation.ts'
import { Button } from '../ui/layout/button.tsx'
import { Card } from '../ui/layout/card.tsx'
import { MoveHandle, useMovableRows } from '../ui/layout/movable-rows.tsx'
import { showToast } from '../ui/overlays/toast.ts'
import { toastError } from './describe-error.ts'
import { UnsavedWarning } from './leave-guard.tsx'
import { PredictionLine } from './prediction/prediction-line.tsx'
import { undoAction } from './undo-action.ts'

interface Props<Row> {
  title: string
  note?: string
  /** The rows that may be in the list. */
  rows: readonly Row[]
  /** The rows of the list in the order that readers have. */
  stored: readonly Row[]
  nameOf: (row: Row) => string
  /** What a saved order changes in the admin. */
  changes: readonly Entity[]
  /** The change that an order (ids) makes, for its prediction. */
  plan: (ids: readonly string[]) => PlannedChange
  save: (ids: readonly string[]) => Promise<void>
  /** What is shown of a row; `takeOut` takes it out of the list. */
  children: (row: Row, takeOut: () => void) => ReactNode
  /** What is shown of the rows that are not in the list, if there are any. */
  absent?: (rows: readonly Row[], add: (row: Row) => void) => ReactNode
}

/** Rows in an order that is changed by dragging or with the arrow keys, and then saved. */
export function OrderCard<Row extends { id: string }>({
  title,
  note,
  rows,
  stored,
  nameOf,
  changes,
  plan,
  save,
  children,
  absent,
}: Props<Row>) {
  const client = useQueryClient()
  const storedIds = stored.map(({ id }) => id)
  /** An order that is not saved; null: none. */
  const [changed, setChanged] = useState<readonly string[] | null>(null)
  const shown = (changed ?? storedIds)
    .map((id) => rows.find((row) => row.id === id))
    .filter((row) => row !== undefined)
  const ids = shown.map(({ id }) => id)
  const isChanged = ids.join() !== storedIds.join()
  const set = (next: readonly Row[]) => setChanged(next.map(({ id }) => id))
  const movable = useMovableRows({
    items: shown,
    onChange: set,
    nameOf: (place) =>
      shown
        .slice(place, place + 1)
        .map(nameOf)
        .join(''),
  })
  const { mutateAsync, isPending } = useEntityMutation(changes, save)
  const saveOrder = async () => {
    try {
      await mutateAsync(ids)
      setChanged(null)
      showToast({ title: 'Order saved', action: undoAction(client, changes, () => save(storedIds)) })
    } catch (error) {
      toastError('The order could not be saved', error)
    }
  }
  const others = rows.filter(({ id }) => !ids.includes(id))
  return (
    <Card title={title}>
      {note !== undefined && <p className="mb-3 text-sm text-soft">{note}</p>}
      <ol {...movable.list} className="flex flex-col divide-y divide-rule">
        {shown.map((row, place) => (
          <li key={row.id} className="flex items-center gap-2 py-2">
            <MoveHandle {...movable.handle(place)} />
            {children(row, () => set(shown.filter((one) => one !== row)))}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {movable.announcement}
      </p>
      {others.length > 0 && absent?.(others, (row) => set([...shown, row]))}
      {isChanged && (
        <div className="mt-3 flex flex-wrap items-center justify-end gap-3 border-t border-rule pt-3">
          <PredictionLine changes={[plan(ids)]} className="mr-auto" />
          <Button onPress={() => setChanged(null)}>Cancel</Button>
          <Button variant="primary" isPending={isPending} onPress={() => void saveOrder()}>
            Save Order
          </Button>
        </div>
      )}
      <UnsavedWarning isDirty={isChanged && !isPending} onDiscard={() => setChanged(null)} />
    </Card>
  )
}
