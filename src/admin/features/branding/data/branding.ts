import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import type { PlannedChange } from '../../../../domain/newsroom/prediction.ts'
import { selectOf } from '../../../../domain/rows/content-type.ts'
import { idSchema } from '../../../../domain/rows/row.ts'
import { type Branding, brandingSchema } from '../../../../domain/site/branding.ts'
import { JUST_LOADED_MS, optionalRowQuery } from '../../../data/requests/queries.ts'

const brandingRowSchema = z.extend(brandingSchema, {
  id: idSchema,
  version: z.number(),
  /** The marks before the last change; earlier versions know fewer. */
  former: z.nullable(z.partial(brandingSchema)),
})
export type BrandingRow = z.infer<typeof brandingRowSchema>

/** The stored marks; null while the magazine has the standard ones. */
export const brandingQuery = optionalRowQuery(
  ['branding'],
  brandingRowSchema,
  () => adminClient().from('branding').select(selectOf(brandingRowSchema)).limit(1),
  { staleTime: JUST_LOADED_MS },
)

/** The marks alone, in one order; null: the standard ones. */
export function marksOf(given: Branding | BrandingRow['former']): Branding {
  const { logo = null, logo_dark = null, icon = null, share_picture = null } = given ?? {}
  return { logo, logo_dark, icon, share_picture }
}

/** Stores the marks in place of `base`; answers with the ids of the rows that were written. */
export function writeBranding(marks: Branding, base: BrandingRow | null) {
  const table = adminClient().from('branding')
  return base === null
    ? table.insert(marks).select('id')
    : table.update(marks).eq('id', base.id).eq('version', base.version).select('id')
}

/** The change of the content that a save is. */
export function brandingChange(row: BrandingRow | null, marks: Branding): PlannedChange {
  return { table: 'branding', id: row?.id ?? null, row: { ...marks } }
}
