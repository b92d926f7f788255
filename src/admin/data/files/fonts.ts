import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { selectOf } from '../../../domain/rows/content-type.ts'
import { fontSchema, globalStylesSchema } from '../../../domain/media/font.ts'
import { timestampSchema } from '../../../domain/rows/row.ts'
import { JUST_LOADED_MS, optionalRowQuery, rowsQuery } from '../requests/queries.ts'

export const fontsQuery = rowsQuery(
  ['fonts'],
  fontSchema,
  () =>
    adminClient()
      .from('fonts')
      .select(selectOf(fontSchema))
      .order('created_at', { ascending: false })
      .order('id'),
  { staleTime: JUST_LOADED_MS },
)

const stylesRowSchema = z.extend(globalStylesSchema, { updated_at: timestampSchema })
export type StylesRow = z.infer<typeof stylesRowSchema>

const FONT = `(${selectOf(fontSchema)})`
const STYLES_COLUMNS = `id, primary_font_id, secondary_font_id, accent_font_id, updated_at,
  primary_font:fonts!global_styles_primary_font_id_fkey${FONT},
  secondary_font:fonts!global_styles_secondary_font_id_fkey${FONT},
  accent_font:fonts!global_styles_accent_font_id_fkey${FONT}`

/** The one row of the global styles with its fonts; null while there is none. */
export const globalStylesQuery = optionalRowQuery(
  ['styles'],
  stylesRowSchema,
  () => adminClient().from('global_styles').select(STYLES_COLUMNS).limit(1),
  { staleTime: JUST_LOADED_MS },
)

/** What the screens of fonts and of global styles show. */
export const fontQueries = [fontsQuery, globalStylesQuery]
