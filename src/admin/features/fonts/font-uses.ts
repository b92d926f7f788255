import type { GlobalStyles } from '../../../domain/font.ts'

const ROLES = [
  ['primary_font_id', 'Primary'],
  ['secondary_font_id', 'Secondary'],
  ['accent_font_id', 'Accent'],
] as const

/** The roles of the global styles that a font has: 'Primary', 'Secondary', 'Accent'. */
export function fontUses(
  styles: Pick<GlobalStyles, 'primary_font_id' | 'secondary_font_id' | 'accent_font_id'> | null,
  fontId: string,
): string[] {
  return ROLES.filter(([field]) => styles?.[field] === fontId).map(([, role]) => role)
}
