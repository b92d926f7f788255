import { expect, test } from 'vitest'
import { renderBody } from '../render.ts'
import { elementsOf } from '../elements.ts'
import { partToEditorHtml, toEditorHtml } from './to-editor-html.ts'

const TREE = { root: { children: [{ type: 'heading', tag: 'h1', children: [{ text: 'Head' }] }] } }
const BLOCKS = { blocks: [{ type: 'paragraph', data: { text: 'a <b>b</b>' } }] }

test('plain text, trees and blocks become HTML without ids', () => {
  expect(toEditorHtml('## Head\n\n"Words." — Me')).toEqual({
    html: '<h2>Head</h2><blockquote><p>“Words.”</p><p>— Me</p></blockquote>',
  })
  expect(toEditorHtml(TREE)).toEqual({ html: '<h1>Head</h1>' })
  expect(toEditorHtml(BLOCKS)).toEqual({ html: '<p>a <strong>b</strong></p>' })
})

test('what the editor saves renders as the original', () => {
  for (const content of ['## Head\n\nText **bold**\n\n"Words." — Me', TREE, BLOCKS]) {
    expect(renderBody(toEditorHtml(content))).toEqual(renderBody(content))
  }
})

test('the editor never gets unsafe HTML', () => {
  expect(toEditorHtml({ html: '<p onclick="x">a<script>x</script></p><p></p>' })).toEqual({
    html: '<p>a</p><p></p>',
  })
})

test('choices, media and unknown content cannot be edited as text', () => {
  expect(toEditorHtml({ type: 'interactive', choices: [{ title: 'a' }] })).toBeNull()
  expect(toEditorHtml({ type: 'mixed-media', sections: [{ type: 'text', content: 'a' }] })).toBeNull()
  expect(toEditorHtml({ foo: 1 })).toBeNull()
})

test('a list that begins an item stays in it', () => {
  expect(toEditorHtml({ html: '<ul><li><ol><li>a</li></ol></li></ul>' })?.html).toBe(
    '<ul><li><p></p><ol><li>a</li></ol></li></ul>',
  )
})

test('content without an editor node is kept in another form', () => {
  const html = (source: string) => toEditorHtml({ html: source })?.html
  expect(html('<blockquote><p>Words.</p><footer>Marit <cite>Aas</cite></footer></blockquote>')).toBe(
    '<blockquote><p>Words.</p><p>— Marit Aas</p></blockquote>',
  )
  expect(html('<figure><blockquote><p>Words.</p></blockquote><figcaption>Marit</figcaption></figure>')).toBe(
    '<blockquote><p>Words.</p><p>— Marit</p></blockquote>',
  )
  expect(
    html(
      '<figure><img src="/a.webp" alt="A"><a href="/b"><img src="/b.webp" alt="B"></a><figcaption>Two</figcaption></figure>',
    ),
  ).toBe(
    '<figure><img src="/a.webp" alt="A"></figure><figure><a href="/b"><img src="/b.webp" alt="B"></a><figcaption>Two</figcaption></figure>',
  )
})

test.each([
  ['<figure><img src="/a.webp"><p>Words</p></figure>', '<figure><img src="/a.webp"></figure><p>Words</p>'],
  [
    '<figure id="x"><img src="/a.webp"> by <b>her</b><figcaption>C</figcaption></figure><p><a href="#x">x</a></p>',
    '<figure id="s-x"><img src="/a.webp"><figcaption>C</figcaption></figure><p> by <strong>her</strong></p><p><a href="#s-x">x</a></p>',
  ],
  [
    '<figure><figure><img src="/a.webp"><figcaption>A</figcaption></figure><figure><img src="/b.webp"><figcaption>B</figcaption></figure><figcaption>Both</figcaption></figure>',
    '<figure><img src="/a.webp"><figcaption>A</figcaption></figure><figure><img src="/b.webp"><figcaption>B</figcaption></figure><p>Both</p>',
  ],
  [
    '<figure><blockquote><p>Words.</p></blockquote><p>More</p><figcaption>Marit</figcaption></figure>',
    '<blockquote><p>Words.</p><p>— Marit</p></blockquote><p>More</p>',
  ],
  [
    '<figure><table><tr><td>Oak</td></tr></table><figcaption>Woods</figcaption><figcaption>In May</figcaption></figure>',
    '<table><tr><td>Oak</td></tr></table><p>In May</p><p>Woods</p>',
  ],
  [
    '<p><img src="/a.webp" alt=""> <img src="/b.webp" alt=""></p>',
    '<figure><img src="/a.webp" alt=""></figure><figure><img src="/b.webp" alt=""></figure>',
  ],
])('a figure loses neither words nor captions: %s', (source, expected) => {
  expect(toEditorHtml({ html: source })?.html).toBe(expected)
})

test('boxes of a list of tasks stay ticked or not, in the editor and on the page', () => {
  const content = {
    html: '<ul><li><input type="checkbox" checked>Oak</li><li><input type="checkbox">Ash</li></ul>',
  }
  expect(toEditorHtml(content)?.html).toBe('<ul><li>☑ Oak</li><li>☐ Ash</li></ul>')
  expect(renderBody(toEditorHtml(content))).toEqual(renderBody(content))
})

const VIDEO = 'https://www.youtube.com/embed/a1?rel=0'
const LINK = '<a href="https://www.youtube.com/embed/a1?rel=0">www.youtube.com/embed/a1?rel=0</a>'
test.each([
  [`<p>a</p><iframe src="${VIDEO}" allowfullscreen></iframe>`, `<p>a</p><p>${LINK}</p>`],
  [`<p>See <iframe src="${VIDEO}"></iframe>.</p>`, `<p>See ${LINK}.</p>`],
  [`<p>a</p><div><div><iframe src="${VIDEO.slice(6)}"></iframe></div></div>`, `<p>a</p><p>${LINK}</p>`],
  [`<p>a</p><iframe src="about:blank" data-src="${VIDEO}"></iframe>`, `<p>a</p><p>${LINK}</p>`],
  [`<p>a</p><object data="${VIDEO}"><embed src="${VIDEO}"></object>`, `<p>a</p><p>${LINK}</p>`],
  [`<p>a</p><video controls><source src="${VIDEO}"></video>`, `<p>a</p><p>${LINK}</p>`],
  [
    `<table><tr><td><audio src="${VIDEO}"></audio></td></tr></table>`,
    `<table><tr><td><p>${LINK}</p></td></tr></table>`,
  ],
  ['<p>a</p><iframe src="javascript:alert(1)"></iframe><video src="blob:x"></video>', '<p>a</p>'],
])(
  'a frame, film or sound of a stored story stays as a link, in the editor and on the page: %s',
  (html, kept) => {
    const content = { html }
    expect(toEditorHtml(content)?.html.replaceAll('<p></p>', '')).toBe(kept)
    expect(renderBody(toEditorHtml(content))).toEqual(renderBody(content))
  },
)

test.each(elementsOf('block'))('the text of a part that begins with %s is HTML', (name) => {
  const inside = name === 'table' ? '<tr><td>a</td></tr>' : 'a'
  const source = name === 'hr' ? '<hr><p>a</p>' : `<${name}>${inside}</${name}>`
  expect(partToEditorHtml(source)).not.toContain('&lt;')
  expect(renderBody({ type: 'interactive', choices: [{ content: source }] })).toMatchObject({ words: 1 })
})
