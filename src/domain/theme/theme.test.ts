import { expect, test } from 'vitest'
import { STANDARD_THEME, parseHex, themeCss, themeSchema } from './theme.ts'

const { light, dark } = STANDARD_THEME

test('the standard theme adds nothing to a page, and another one the colours in which it differs', () => {
  expect(themeCss(STANDARD_THEME)).toBe('')
  const theme = { light: { ...light, link: '#7a1fa8' }, dark: { ...dark, 'on-field': '#ffffff' } }
  expect(themeCss(theme)).toBe(
    `:root{--link:light-dark(#7a1fa8,${dark.link});--on-field:light-dark(${light['on-field']},#ffffff)}`,
  )
})

test('a stored colour is #rrggbb and nothing else, so it cannot end a stylesheet', () => {
  expect(themeSchema.safeParse(STANDARD_THEME).success).toBe(true)
  for (const paper of ['#fff', '#FFFFFF', 'red', '#ffffff}', '#ffffff;--ink:red', '</style>', null]) {
    expect(themeSchema.safeParse({ light: { ...light, paper }, dark }).success, String(paper)).toBe(false)
  }
  expect(themeSchema.safeParse({ light: { ...light, ink: undefined }, dark }).success).toBe(false)
})

test.each([
  ['#1D3567', '#1d3567'],
  [' 1d3567 ', '#1d3567'],
  ['#Fa0', '#ffaa00'],
  ['#12345', null],
  ['blue', null],
  ['', null],
])('typed as %j a colour is %j', (text, hex) => {
  expect(parseHex(text)).toBe(hex)
})
