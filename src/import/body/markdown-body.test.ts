import { expect, test } from 'vitest'
import { markdownNodes } from './markdown-body.ts'
import { storyBody } from './story-body.ts'

const html = (source: string, options = {}) =>
  storyBody({ type: 'root', children: markdownNodes(source, options) }, 'en').html.replaceAll(/\n\s*/g, '')

test.each([
  [
    '# One\n\n*a* **b** ~~c~~ `d`',
    '<h1>One</h1><p><em>a</em> <strong>b</strong> <s>c</s> <code>d</code></p>',
  ],
  [
    '| a | b |\n|---|--:|\n| 1 | 2 |',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
  ],
  ['- [x] done\n- [ ] open', '<ul><li>☑  done</li><li>☐  open</li></ul>'],
  [
    'Clay[^1].\n\n[^1]: From the river.',
    '<p id="s-user-content-fnref-1">Clay<sup><a href="#s-user-content-fn-1">1</a></sup>.</p><hr><ol><li id="s-user-content-fn-1"><p>From the river. <a href="#s-user-content-fnref-1">↩</a></p></li></ol>',
  ],
  ['<div>text</div>\n\n<div>\n\n**bold**\n\n</div>', '<p>text</p><p><strong>bold</strong></p>'],
  ['a <b>b **c**</b> <script>alert(1)</script>', '<p>a <strong>b <strong>c</strong></strong> </p>'],
  ['[x](javascript:alert(1))', '<p><a>x</a></p>'],
  ['```js\nlet a = "<b>"\n```', '<pre><code>let a = "&#x3C;b>"</code></pre>'],
])('Markdown is read with its tables, tasks, footnotes and HTML: %j', (source, expected) => {
  expect(html(source)).toBe(expected)
})

test('blocks of three colons are notes or keep their content; what looks like a shorter one is text', () => {
  const source =
    ':::note[Mind]\nHot **clay**.\n:::\n\n:::steps\nOne.\n:::\n\nAt 10:30 he said:yes.\n\n::leaf[x]{a=b}'
  expect(html(source, { directives: true })).toBe(
    '<aside data-block="note"><p><strong>Mind</strong></p><p>Hot <strong>clay</strong>.</p></aside><p>One.</p><p>At 10:30 he said:yes.</p><p>::leaf[x]{a=b}</p>',
  )
})

test('code ends with its last line', () => {
  const nodes = markdownNodes('```\na\n\nb\n```')
  expect(storyBody({ type: 'root', children: nodes }, 'en').html).toBe('<pre><code>a\n\nb</code></pre>')
})

test('a line that begins with blanks is code, but not in MDX', () => {
  expect(html('a\n\n    b')).toBe('<p>a</p><pre><code>b</code></pre>')
  expect(html('a\n\n    b', { isIndentedText: true })).toBe('<p>a</p><p>b</p>')
})
