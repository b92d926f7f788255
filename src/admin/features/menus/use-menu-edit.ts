import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sameJson } from '../../../domain/body/json.ts'
import type { Menu } from '../../../domain/site/menu.ts'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { toastError } from '../../resources/describe-error.ts'
import { undoAction } from '../../resources/undo-action.ts'
import { showToast } from '../../ui/overlays/toast.ts'
import { type MenuItem, saveArgs, saveMenu } from '../../data/menus/menus.ts'

/**
 * The edit of a menu: its items with the unsaved changes, and their save. `row`: as it is stored; null: nobody has made it, and
 * it begins with `standard`.
 */
export function useMenuEdit<Item extends MenuItem>(
  id: Menu['id'],
  row: { items: readonly Item[]; version: number } | null,
  standard: readonly Item[],
) {
  const client = useQueryClient()
  const stored = row && row.items
  /** What was changed and not saved, and the version that it began with; null: nothing. */
  const [edit, setEdit] = useState<{ items: readonly Item[]; version: number | null } | null>(null)
  const items = edit?.items ?? stored ?? standard
  const version = edit === null ? (row?.version ?? null) : edit.version
  const isChanged = edit !== null && !sameJson(edit.items, stored)
  const { mutateAsync, isPending } = useEntityMutation(['menus'], saveMenu)

  const save = async (next: readonly Item[] | null) => {
    try {
      const saved = await mutateAsync(saveArgs(id, version, next))
      setEdit(null)
      const undo = () => saveMenu(saveArgs(id, next === null ? null : saved.version, stored))
      showToast({ title: 'Menu saved', action: undoAction(client, ['menus'], undo) })
    } catch (error) {
      toastError('The menu could not be saved', error)
    }
  }
  return {
    items,
    isChanged,
    isPending,
    isStandard: row === null && edit === null,
    hasRow: row !== null,
    change: (next: readonly Item[]) => setEdit({ items: next, version }),
    cancel: () => setEdit(null),
    /** What a save would be called with, to say which pages it changes. */
    planned: isChanged ? [{ call: 'save_menu', args: saveArgs(id, version, items) }] : null,
    save: () => save(items),
    /** Gives readers the standard menu again. */
    useStandard: () => save(null),
  }
}

export type MenuEdit = Omit<ReturnType<typeof useMenuEdit>, 'items' | 'change'>
