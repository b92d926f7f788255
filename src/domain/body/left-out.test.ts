import { expect, test } from 'vitest'
import { leftOutOf, leftOutText } from './left-out.ts'

test.each([
  [{ html: '<p>a</p><svg width="400"></svg><canvas></canvas>' }, { drawing: 2 }],
  [{ html: '<p>a <mark>b <math></math></mark></p>' }, { highlight: 1, formula: 1 }],
  [{ html: '<p>a <math><mi>x</mi></math></p>' }, { formula: 1 }],
  [
    { html: '<form><input name="q"><textarea>b</textarea><select><option>c</select></form>' },
    { 'form field': 3 },
  ],
  [
    { html: '<iframe src="/here"></iframe><video src="blob:x"><source src="y"></video><audio></audio>' },
    { frame: 1, film: 1, sound: 1 },
  ],
  [{ html: '<p><img alt="a"><img src="data:image/png;base64,AA" data-src="/a.webp"></p>' }, { picture: 2 }],
  ['<p>a</p><object><embed></object>', { frame: 1 }],
  [
    { root: { children: [{ type: 'paragraph', children: [{ type: 'image', src: 'blob:x' }] }] } },
    { picture: 1 },
  ],
])('what opening a text leaves out is counted: %j', (content, counts) => {
  expect(Object.fromEntries(leftOutOf(content))).toEqual(counts)
})

test.each([
  { html: '<p>a</p><iframe src="https://films.example/1"></iframe>' },
  { html: '<ul><li><input type="checkbox" checked>a</li></ul>' },
  { html: '<p><svg width="16"></svg><svg aria-hidden="true"></svg><input type="hidden"></p>' },
  '## Plain <svg>',
  { type: 'interactive', choices: [{ id: 'a', content: '<svg></svg>' }] },
  null,
])('what stays, or was not seen, is not: %j', (content) => {
  expect(leftOutOf(content).size).toBe(0)
})

test.each([
  [{ picture: 1 }, 'One picture was left out'],
  [{ frame: 2 }, '2 frames were left out'],
  [{ picture: 2, frame: 1 }, '2 pictures and one frame were left out'],
])('%j in words', (counts, words) => {
  expect(leftOutText(new Map(Object.entries(counts)))).toBe(words)
})
