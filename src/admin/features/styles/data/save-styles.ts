import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import { unwrap } from '../../../data/postgrest.ts'
import type { StylesRow } from '../../../data/global-styles.ts'
import { keys } from '../../../data/keys.ts'
import type { ChosenFonts } from '../chosen-fonts.ts'

export interface StylesSave {
  chosen: ChosenFonts
  /** The row the choice was made on; null where there was none. */
  base: StylesRow
}

/**
 * Keeps the three fonts. Rejects with a BackendError: 'conflict' when the row has been changed since `base` was read,
 * and then changes nothing.
 */
export function useSaveStyles() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ chosen, base }: StylesSave) => {
      const row = {
        primary_font_id: chosen.primary,
        secondary_font_id: chosen.secondary,
        accent_font_id: chosen.accent,
      }
      const table = adminClient().from('global_styles')
      const answer = await (base === null
        ? table.insert(row).select('id')
        : table.update(row).eq('id', base.id).eq('updated_at', base.updated_at).select('id'))
      const rows = unwrap(answer)
      if (!Array.isArray(rows) || rows.length === 0) {
        throw new BackendError(
          'conflict',
          null,
          'The styles have been changed somewhere else in the meantime.',
        )
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.styles.all }),
  })
}
