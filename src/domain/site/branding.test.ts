import { expect, test } from 'vitest'
import { REFUSED } from '../../../tests/fixtures/svg-files.ts'
import { logoSize, parseMark } from './branding.ts'

test('a logo fits into its place in its own shape, in whole pixels', () => {
  expect(logoSize({ width: 2200, height: 400 })).toEqual({ width: 220, height: 40 })
  expect(logoSize({ width: 30, height: 30 })).toEqual({ width: 40, height: 40 })
  expect(logoSize({ width: 2000, height: 100 })).toEqual({ width: 220, height: 11 })
})

test('a stored drawing is cleaned again before a page shows it', () => {
  const svg = '<svg viewBox="0 0 4 1"><path d="M0 0h4"/></svg>'
  expect(parseMark(svg)).toEqual({ svg, width: 4, height: 1 })
  expect(parseMark('/storage/v1/object/public/media/u/a.png')).toEqual({
    picture: '/storage/v1/object/public/media/u/a.png',
  })
  for (const [name, file] of REFUSED) if (file.startsWith('<')) expect(parseMark(file), name).toBeNull()
})
