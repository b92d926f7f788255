import { adminClient } from '../../../backend/admin-client.ts'
import { BackendError } from '../../../backend/errors.ts'
import type { Font, GlobalStyles, TypographyStyles } from '../../../domain/font.ts'
import { useEntityMutation } from '../../data/entity-mutation.ts'
import type { StylesRow } from '../../data/fonts.ts'
import { unwrap } from '../../data/postgrest.ts'

export const FONT_ROLES = ['primary', 'secondary', 'accent'] as const
export type FontRole = (typeof FONT_ROLES)[number]

/** The font of each role by its id, null for none. */
export type ChosenFonts = Readonly<Record<FontRole, string | null>>

export const NO_FONTS: ChosenFonts = { primary: null, secondary: null, accent: null }

export function chosenFonts(
  styles: Pick<GlobalStyles, 'primary_font_id' | 'secondary_font_id' | 'accent_font_id'> | null,
): ChosenFonts {
  if (styles === null) return NO_FONTS
  return {
    primary: styles.primary_font_id,
    secondary: styles.secondary_font_id,
    accent: styles.accent_font_id,
  }
}

export function isSameChoice(a: ChosenFonts, b: ChosenFonts): boolean {
  return FONT_ROLES.every((role) => a[role] === b[role])
}

/** The choice with the fonts themselves; one that is deleted counts as none. */
export function withFonts(chosen: ChosenFonts, fonts: readonly Font[]): TypographyStyles {
  const find = (id: string | null) => fonts.find((font) => font.id === id) ?? null
  return {
    primary_font: find(chosen.primary),
    secondary_font: find(chosen.secondary),
    accent_font: find(chosen.accent),
  }
}

interface StylesSave {
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
