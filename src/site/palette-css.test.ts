import { expect, test } from 'vitest'
import { paletteCss } from './palette-css.ts'

test('a palette is a property for each role, with two colours where light and dark differ', () => {
  const both = { field: '#0c4a44', 'on-field-soft': '#b5dad5' }
  const light = {
    ...{
      paper: '#edf4f3',
      card: '#f8fcfb',
      rule: '#c4dad7',
      link: '#134f49',
      mark: '#134f49',
      wall: '#94cdc6',
    },
    ...both,
  }
  const dark = {
    ...{
      paper: '#141918',
      card: '#1e2120',
      rule: '#2f413f',
      link: '#9bd5cd',
      mark: '#9bd5cd',
      wall: '#003530',
    },
    ...both,
  }
  expect(paletteCss({ light, dark })).toBe(
    '--paper:light-dark(#edf4f3,#141918);--card:light-dark(#f8fcfb,#1e2120);' +
      '--rule:light-dark(#c4dad7,#2f413f);--link:light-dark(#134f49,#9bd5cd);' +
      '--mark:light-dark(#134f49,#9bd5cd);--field:#0c4a44;--on-field-soft:#b5dad5;' +
      '--wall:light-dark(#94cdc6,#003530);--accent:var(--link);--on-wall:var(--link)',
  )
})
