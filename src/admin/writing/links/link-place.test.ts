import { expect, test } from 'vitest'
import { placeIn } from './link-place.ts'

test('a link within a text leads to a heading by its words, or to what has an id', () => {
  const html = '<h2>The Kitchen</h2><p id="s-note">a</p>'
  expect(
    ['#the-kitchen', '#The Kitchen', '#s-the-kitchen', '#note', '#bath', '#'].map((href) =>
      placeIn(html, href),
    ),
  ).toEqual(['#s-the-kitchen', '#s-the-kitchen', '#s-the-kitchen', '#s-note', null, null])
})
