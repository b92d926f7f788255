import { expect, test } from 'vitest'
import { chosenFonts, isSameChoice, NO_FONTS, withFonts } from './chosen-fonts.ts'

test('a choice is the same when every role is', () => {
  const chosen = { primary_font_id: 'a', secondary_font_id: null, accent_font_id: 'b' }
  expect(isSameChoice(chosen, { ...chosen })).toBe(true)
  expect(isSameChoice(chosen, { ...chosen, accent_font_id: null })).toBe(false)
  expect(chosenFonts(null)).toEqual(NO_FONTS)
})

test('a font that is gone counts as none', () => {
  expect(withFonts({ ...NO_FONTS, primary_font_id: 'gone' }, [])).toEqual({
    primary_font: null,
    secondary_font: null,
    accent_font: null,
  })
})
