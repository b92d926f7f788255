import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { type Menu, menuSchema } from '../../../domain/site/menu.ts'
import { parseRow } from '../requests/postgrest.ts'
import { rowsQuery } from '../requests/queries.ts'

const rowSchema = z.intersection(menuSchema, z.object({ version: z.int() }))

/** A menu as it is stored. */
export type MenuRow = z.infer<typeof rowSchema>

/** The menus that somebody has made; of the others readers get the standard one. */
export const menusQuery = rowsQuery(['menus'], rowSchema, () =>
  adminClient().from('menus').select('id, items, version').order('id'),
)

/** A menu that somebody has made; null: nobody has. */
export function rowOf<Id extends Menu['id']>(id: Id, menus: readonly MenuRow[]) {
  const isIt = (row: MenuRow): row is Extract<MenuRow, { id: Id }> => row.id === id
  return menus.find(isIt) ?? null
}

/** Whether the header is made by hand, and so does not follow the sections that are in the navigation. */
export function useHasOwnHeader(): boolean {
  const { data: menus = [] } = useQuery(menusQuery)
  return rowOf('header', menus) !== null
}

/** What menus are lists of. */
export type MenuItem = Menu['items'][number]

/** What a save of a menu is called with; `items` null: readers get the standard one again. */
export function saveArgs(id: Menu['id'], version: number | null, items: readonly MenuItem[] | null) {
  return { p_menu: id, p_version: version, p_items: items && [...items] }
}

/** Rejects with a BackendError, 'conflict' when the menu was saved by someone else since. */
export async function saveMenu(args: ReturnType<typeof saveArgs>): Promise<{ version: number }> {
  return parseRow(z.object({ version: z.int() }), await adminClient().rpc('save_menu', args))
}
