import { describe, expect, test } from 'vitest'
import { PLAIN } from './shelves.ts'
import { filterOptions, filterCss, filterKeys } from './section-filter.ts'

const cards = [['Small Spaces'], ['Kitchen Design', 'Small Spaces'], []]

test('an option counts the matching cards on the page', () => {
  expect(filterOptions(['Small Spaces', 'Food & Design'], { 'Small Spaces': 30 }, cards)).toEqual([
    { name: 'Small Spaces', key: 'small-spaces', count: 30, shown: 2 },
    { name: 'Food & Design', key: 'food-design', count: 0, shown: 0 },
  ])
})

test('cards and options use the same keys', () => {
  expect(filterKeys(['Kitchen Design', 'Small Spaces'])).toBe('kitchen-design small-spaces')
})

describe('filter CSS', () => {
  const buttons = filterOptions(['Small Spaces'], {}, cards)

  test('hides the cards that do not match', () => {
    const css = filterCss(buttons, 'hide', PLAIN)
    expect(css).toContain(
      '.filtered:has(#in-small-spaces:checked) .row:not(.live) .card:not([data-in~="small-spaces"]){display:none}',
    )
    expect(css).not.toContain('order:-1')
  })

  test('move-first hides no card and moves matching cards to the front', () => {
    const css = filterCss(buttons, 'move-first', PLAIN)
    expect(css).not.toMatch(/\.card(?!-text)[^{}]*\{display:none\}/)
    expect(css).toContain(
      '.filtered:has(#in-small-spaces:checked) .row:not(.live) .card[data-in~="small-spaces"]{order:-1}',
    )
  })
})
