import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../backend/admin-client.ts'
import { globalStylesSchema, publicFontSchema } from '../../domain/font.ts'
import { timestampSchema } from '../../domain/row.ts'
import { unwrap } from './postgrest.ts'

const stylesRowSchema = z.nullable(z.extend(globalStylesSchema, { updated_at: timestampSchema }))
export type StylesRow = z.infer<typeof stylesRowSchema>

const FONT = `(${Object.keys(publicFontSchema.shape).join(', ')})`
const COLUMNS = `id, primary_font_id, secondary_font_id, accent_font_id, updated_at,
  primary_font:fonts!global_styles_primary_font_id_fkey${FONT},
  secondary_font:fonts!global_styles_secondary_font_id_fkey${FONT},
  accent_font:fonts!global_styles_accent_font_id_fkey${FONT}`

/** The one row of the global styles with its fonts; null while there is none. */
export const globalStylesQuery = queryOptions({
  queryKey: ['styles'],
  queryFn: async ({ signal }) =>
    stylesRowSchema.parse(
      unwrap(
        await adminClient().from('global_styles').select(COLUMNS).limit(1).abortSignal(signal).maybeSingle(),
      ),
    ),
  staleTime: 0,
})
