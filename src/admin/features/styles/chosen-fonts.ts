import { adminClient } from '../../../backend/admin-client.ts'
import { BackendError } from '../../../backend/errors.ts'
import type { Font, GlobalStyles, TypographyStyles } from '../../../domain/media/font.ts'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import type { StylesRow } from '../../data/files/fonts.ts'
import { unwrap } from '../../data/requests/postgrest.ts'

export const FONT_ROLES = ['primary', 'secondary', 'accent'] as const
export type FontRole = (typeof FONT_ROLES)[number]

/** The id of each role's font, null for none. */
export type ChosenFonts = Pick<GlobalStyles, `${FontRole}_font_id`>

export const NO_FONTS: ChosenFonts = { primary_font_id: null, secondary_font_id: null, accent_font_id: null }

export function chosenFonts(styles: ChosenFonts | null): ChosenFonts {
  const { primary_font_id, secondary_font_id, accent_font_id } = styles ?? NO_FONTS
  return { primary_font_id, secondary_font_id, accent_font_id }
}

export function isSameChoice(a: ChosenFonts, b: ChosenFonts): boolean {
  return FONT_ROLES.every((role) => a[`${role}_font_id`] === b[`${role}_font_id`])
}

/** The choice with the fonts themselves; one that is deleted counts as none. */
export function withFonts(chosen: ChosenFonts, fonts: readonly Font[]): TypographyStyles {
  const find = (id: string | null) => fonts.find((font) => font.id === id) ?? null
  return {
    primary_font: find(chosen.primary_font_id),
    secondary_font: find(chosen.secondary_font_id),
    accent_font: find(chosen.accent_font_id),
  }
}

/** The chosen fonts, and the stored row that the choice was made on; null where there was none. */
export interface FontChoice {
  base: StylesRow | null
  chosen: ChosenFonts
}

/** Saves the three fonts. Rejects with a BackendError: 'conflict' when the row was saved since `base` was read. */
export const useSaveStyles = () =>
  useEntityMutation(['styles'], async ({ chosen, base }: FontChoice) => {
    const table = adminClient().from('global_styles')
    const answer = await (base === null
      ? table.insert(chosen).select('id')
      : table.update(chosen).eq('id', base.id).eq('updated_at', base.updated_at).select('id'))
    // There is one row: a second one is refused because somebody has saved the first.
    if (answer.error?.code === '23505') throw new BackendError('conflict', null, '')
    const rows = unwrap(answer)
    if (!Array.isArray(rows) || rows.length === 0) throw new BackendError('conflict', null, '')
  })
