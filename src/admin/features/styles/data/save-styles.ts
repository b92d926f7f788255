import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import { useEntityMutation } from '../../../data/entity-mutation.ts'
import { unwrap } from '../../../data/postgrest.ts'
import type { StylesRow } from '../../../data/fonts.ts'
import type { ChosenFonts } from '../chosen-fonts.ts'

export interface StylesSave {
  chosen: ChosenFonts
  /** The row the choice was made on; null where there was none. */
  base: StylesRow | null
}

/** Saves the three fonts. Rejects with a BackendError: 'conflict' when the row was saved since `base` was read. */
export const useSaveStyles = () =>
  useEntityMutation(['styles'], async ({ chosen, base }: StylesSave) => {
    const row = {
      primary_font_id: chosen.primary,
      secondary_font_id: chosen.secondary,
      accent_font_id: chosen.accent,
    }
    const table = adminClient().from('global_styles')
    const answer = await (base === null
      ? table.insert(row).select('id')
      : table.update(row).eq('id', base.id).eq('updated_at', base.updated_at).select('id'))
    // There is one row: a second one is refused because somebody has saved the first.
    if (answer.error?.code === '23505') throw new BackendError('conflict', null, '')
    const rows = unwrap(answer)
    if (!Array.isArray(rows) || rows.length === 0) throw new BackendError('conflict', null, '')
  })
