import { expect, test } from 'vitest'
import { NONE_SELECTED, extended, pagePart, pageToggled, toggled } from './selected.ts'

const PAGE = ['a', 'b', 'c', 'd', 'e']
const ids = ({ ids: chosen }: { ids: ReadonlySet<string> }) => [...chosen].toSorted().join('')

test('a row is selected, and left by the second press', () => {
  const one = toggled(NONE_SELECTED, 'b')
  expect(ids(one)).toBe('b')
  expect(ids(toggled(one, 'b'))).toBe('')
})

test('a range goes from the last row to this one, in both directions, and keeps what was selected', () => {
  const first = toggled(toggled(NONE_SELECTED, 'e'), 'c')
  expect(ids(extended(first, PAGE, 'a'))).toBe('abce')
  expect(ids(extended(toggled(NONE_SELECTED, 'b'), PAGE, 'd'))).toBe('bcd')
})

test('without a last row on the page a range is the row alone', () => {
  expect(ids(extended(NONE_SELECTED, PAGE, 'c'))).toBe('c')
  expect(ids(extended(toggled(NONE_SELECTED, 'on another page'), PAGE, 'c'))).toBe('con another page')
})

test('a page is selected whole, and left when it is, without what other pages have', () => {
  const some = toggled(toggled(NONE_SELECTED, 'z'), 'b')
  expect(pagePart(some, PAGE)).toBe('some')
  const all = pageToggled(some, PAGE)
  expect([ids(all), pagePart(all, PAGE)]).toEqual(['abcdez', 'all'])
  expect(ids(pageToggled(all, PAGE))).toBe('z')
})
