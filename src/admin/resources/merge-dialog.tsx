import type { UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adminClient } from '../../backend/admin-client.ts'
import type { Database } from '../../backend/database.types.ts'
import type { Entity } from '../data/requests/entity-mutation.ts'
import { unwrap } from '../data/requests/postgrest.ts'
import { ComboBox } from '../ui/fields/combo-box.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { toastError } from './describe-error.ts'
import { useOptionSearch } from './use-option-search.ts'

type Functions = Database['public']['Functions']

interface Named {
  id: string
  name: string
}

/** Merges a row into another one of its table, which takes its place everywhere. */
export function MergeDialog<Item extends Named, Key extends readonly unknown[]>({
  row,
  noun,
  call,
  query,
  detailOf,
  changes,
  onClose,
  children,
}: {
  row: Named
  /** What is merged: 'tag'. */
  noun: string
  /** The function that merges `p_from` into `p_into`. */
  call: keyof Functions & `merge_${string}`
  /** The rows that a text finds. */
  query: (text: string) => UseQueryOptions<Item[], Error, Item[], Key>
  /** What tells rows of one name apart. */
  detailOf?: (item: Item) => string
  /** The entities whose data is fetched again afterwards. */
  changes: readonly Entity[]
  onClose: () => void
  /** What happens. */
  children: ReactNode
}) {
  const [into, setInto] = useState<Item | null>(null)
  const nouns = `${noun}s`
  const { items, onSearch, emptyText } = useOptionSearch({
    chosen: into,
    nameOf: ({ name }) => name,
    query,
    noneText: `No such ${noun}`,
  })
  const others = items.filter(({ id }) => id !== row.id)
  const args = into && { p_from: row.id, p_into: into.id }
  return (
    <DeleteDialog
      noun={noun}
      title={`Merge this ${noun} into another?`}
      confirmLabel="Merge"
      isDisabled={args === null}
      done={{ title: `${nouns.slice(0, 1).toUpperCase()}${nouns.slice(1)} merged successfully` }}
      changes={changes}
      planned={args && [{ call, args }]}
      onDelete={async () => {
        if (args !== null) unwrap(await adminClient().rpc(call, args))
      }}
      onError={(error) => toastError(`Failed to merge ${nouns}`, error)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p>{children}</p>
        <ComboBox
          label="Merge into"
          placeholder={`Search ${nouns}…`}
          value={into?.id ?? null}
          onChange={(id) => setInto(others.find((other) => other.id === id) ?? null)}
          onSearch={onSearch}
          options={others.map((one) => ({ id: one.id, label: one.name, detail: detailOf?.(one) }))}
          emptyText={emptyText}
        />
      </div>
    </DeleteDialog>
  )
}
