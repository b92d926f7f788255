import { expect, test } from 'vitest'
import { paletteCss } from './palette-css.ts'

test('a palette is a pair of colours for each property', () => {
  const light = { paper: '#eff4f2', card: '#fafcfb', rule: '#cdd8d4', accent: '#a5432a' }
  const dark = { paper: '#141a18', card: '#1c2320', rule: '#2f3834', accent: '#e0805f' }
  expect(paletteCss({ light, dark })).toBe(
    '--paper:light-dark(#eff4f2,#141a18);--card:light-dark(#fafcfb,#1c2320);' +
      '--rule:light-dark(#cdd8d4,#2f3834);--accent:light-dark(#a5432a,#e0805f)',
  )
})
