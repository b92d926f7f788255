import { expect, test } from 'vitest'
import { fontUses } from './fonts-screen.tsx'

test('a font is used in every role that names it', () => {
  const styles = { primary_font_id: 'a', secondary_font_id: 'b', accent_font_id: 'a' }
  expect(fontUses(styles, 'a')).toEqual(['Primary', 'Accent'])
  expect(fontUses(styles, 'c')).toEqual([])
  expect(fontUses(null, 'a')).toEqual([])
})
