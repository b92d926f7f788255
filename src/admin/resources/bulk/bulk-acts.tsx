import { type ComponentType, useState } from 'react'
import type { MenuAction } from '../../ui/overlays/menu.tsx'
import { SelectionBar } from '../selection/selection-bar.tsx'
import type { Selection } from '../selection/use-selection.ts'

/** Props of the dialog of a bulk act. */
export interface BulkDialogProps<Act extends string = string> {
  act: Act
  ids: readonly string[]
  onDone: () => void
  onClose: () => void
}

/** A bulk act, as the bar of a selection offers it. */
export interface OfferedAct<Act extends string = string> extends Omit<MenuAction, 'id' | 'onAction'> {
  act: Act
}

/** The bar of a selection, and the dialog of the bulk act chosen in it. */
export function BulkActs<Act extends string>({
  selection,
  acts,
  Dialog,
  ...list
}: {
  selection: Selection
  /** What is listed, in the plural: 'articles'. */
  noun: string
  /** How many rows the search and the filters find. */
  total: number
  /** The ids of these rows, the first MAX_BULK_ROWS of them. */
  fetchIds: () => Promise<readonly string[]>
  /** The most used first. */
  acts: readonly OfferedAct<Act>[]
  Dialog: ComponentType<BulkDialogProps<Act>> & { preload: () => void }
}) {
  const [chosen, choose] = useState<Pick<BulkDialogProps<Act>, 'act' | 'ids'> | null>(null)
  return (
    <>
      <SelectionBar
        {...list}
        selection={selection}
        actions={acts.map(({ act, ...entry }) => ({
          ...entry,
          id: act,
          onAction: () => choose({ act, ids: [...selection.ids] }),
        }))}
        onApproach={Dialog.preload}
      />
      {chosen !== null && (
        <Dialog
          {...chosen}
          onClose={() => choose(null)}
          onDone={() => {
            choose(null)
            selection.clear()
          }}
        />
      )}
    </>
  )
}
