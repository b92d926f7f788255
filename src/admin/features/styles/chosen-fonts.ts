import type { Font, GlobalStyles, TypographyStyles } from '../../../domain/font.ts'

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
