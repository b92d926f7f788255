import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import type { PlannedChange } from '../../../../domain/newsroom/prediction.ts'
import { selectOf } from '../../../../domain/rows/content-type.ts'
import { idSchema } from '../../../../domain/rows/row.ts'
import { type Theme, themeSchema } from '../../../../domain/theme/theme.ts'
import { JUST_LOADED_MS, optionalRowQuery } from '../../../data/requests/queries.ts'

const themeRowSchema = z.extend(themeSchema, {
  id: idSchema,
  version: z.number(),
  /** The theme before the last change. */
  former: z.nullable(themeSchema),
})
export type ThemeRow = z.infer<typeof themeRowSchema>

/** The stored theme; null while the magazine has the standard one. */
export const themeQuery = optionalRowQuery(
  ['theme'],
  themeRowSchema,
  () => adminClient().from('theme').select(selectOf(themeRowSchema)).limit(1),
  { staleTime: JUST_LOADED_MS },
)

/** Stores the theme in place of `base`; answers with the ids of the rows that were written. */
export function writeTheme({ light, dark }: Theme, base: ThemeRow | null) {
  const table = adminClient().from('theme')
  return base === null
    ? table.insert({ light, dark }).select('id')
    : table.update({ light, dark }).eq('id', base.id).eq('version', base.version).select('id')
}

/** The change of the content that a save is. */
export function themeChange(row: ThemeRow | null, { light, dark }: Theme): PlannedChange {
  return { table: 'theme', id: row?.id ?? null, row: { light, dark } }
}
