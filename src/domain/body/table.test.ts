import { expect, test } from 'vitest'
import { renderBody } from './render.ts'

const rendered = (html: string) => {
  const body = renderBody({ html })
  return body.kind === 'html'
    ? body.html.replaceAll(/<div class="table" role="region" aria-label="Table" tabindex="0">|<\/div>/g, '')
    : ''
}

test.each([
  [
    'empty cells keep their columns',
    '<table><tr><td>Oak</td><td></td><td>£12</td></tr></table>',
    '<table><tr><td>Oak</td><td></td><td>£12</td></tr></table>',
  ],
  [
    'a short row is filled up',
    '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>',
    '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td></td></tr></table>',
  ],
  [
    'the cells of a head are headings, and the caption goes before the table',
    '<table><caption>Woods</caption><thead><tr><td>Name</td></tr></thead><tbody><tr><td>Oak</td></tr></tbody></table>',
    '<p>Woods</p><table><tr><th>Name</th></tr><tr><td>Oak</td></tr></table>',
  ],
  [
    'a span ends with the table, and before a cell that reaches down from above',
    '<table><tr><td>a</td><td rowspan="9">b</td></tr><tr><td colspan="4">c</td></tr></table>',
    '<table><tr><td>a</td><td rowspan="2">b</td></tr><tr><td>c</td></tr></table>',
  ],
  [
    'head and foot are where they are shown',
    '<table><tfoot><tr><td>Sum</td></tr></tfoot><tbody><tr><td>Oak</td></tr></tbody></table>',
    '<table><tr><td>Oak</td></tr><tr><td>Sum</td></tr></table>',
  ],
  ['a table without cells is none', '<p>a</p><table><tr></tr></table>', '<p>a</p>'],
])('%s', (_, html, page) => {
  expect(rendered(html)).toBe(page)
})

test('a table scrolls in a frame of its own, which keys can reach', () => {
  expect(renderBody({ html: '<table><tr><td>a</td></tr></table>' })).toMatchObject({
    html: '<div class="table" role="region" aria-label="Table" tabindex="0"><table><tr><td>a</td></tr></table></div>',
    words: 1,
  })
})

test('words of two cells are two words', () => {
  expect(renderBody({ html: '<table><tr><td>a</td><td>b</td></tr></table>' })).toMatchObject({ words: 2 })
})
