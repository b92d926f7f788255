import { expect, test } from 'vitest'
import { chosenFonts, isSameChoice, NO_FONTS, withFonts } from './chosen-fonts.ts'

test('a choice is the same when every role is', () => {
  const styles = { primary_font_id: 'a', secondary_font_id: null, accent_font_id: 'b' }
  const chosen = chosenFonts(styles)
  expect(chosen).toEqual({ primary: 'a', secondary: null, accent: 'b' })
  expect(isSameChoice(chosen, { ...chosen })).toBe(true)
  expect(isSameChoice(chosen, { ...chosen, accent: null })).toBe(false)
  expect(chosenFonts(null)).toEqual(NO_FONTS)
})

test('a font that is gone counts as none', () => {
  expect(withFonts({ primary: 'gone', secondary: null, accent: null }, [])).toEqual({
    primary_font: null,
    secondary_font: null,
    accent_font: null,
  })
})
