import { describe, expect, test } from 'vitest'
import { leftOutOf } from '../left-out.ts'
import { renderBody } from '../render.ts'

const page = (content: unknown) => {
  const body = renderBody(content)
  return body.kind === 'html'
    ? body.html.replaceAll(/ rel="noopener"|<div class="table".*?>|<\/div>/g, '')
    : body.kind
}
const words = (text: string) => ({ type: 'text', text })

const VIDEO = 'https://films.example/1'
const LINK = `<a href="${VIDEO}">films.example/1</a>`

describe('EditorJS', () => {
  test.each([
    [
      'table',
      {
        withHeadings: true,
        content: [
          ['A', 'B'],
          ['1', '<b>2</b>'],
        ],
      },
      '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td><strong>2</strong></td></tr></table>',
    ],
    [
      'checklist',
      { items: [{ text: 'a', checked: true }, { text: 'b' }] },
      '<ul><li>☑ a</li><li>☐ b</li></ul>',
    ],
    [
      'list',
      { style: 'checklist', items: [{ content: 'a', meta: { checked: true } }] },
      '<ul><li>☑ a</li></ul>',
    ],
    [
      'list',
      { style: 'ordered', meta: { start: 5, counterType: 'lower-alpha' }, items: [{ content: 'a' }] },
      '<ol start="5" type="a"><li>a</li></ol>',
    ],
    ['raw', { html: '<h2>a</h2><script>x</script>' }, '<h2 id="s-a">a</h2>'],
    [
      'embed',
      { source: VIDEO, caption: 'The <b>film</b>' },
      `<p>The <strong>film</strong></p><p>${LINK}</p>`,
    ],
    ['linkTool', { link: VIDEO, meta: {} }, `<p>${LINK}</p>`],
    ['attaches', { file: { url: VIDEO }, title: 'The film' }, `<p>The film</p><p>${LINK}</p>`],
    ['warning', { title: 'Mind', message: 'the step' }, '<p>Mind</p><p>the step</p>'],
  ])('the words and addresses of a block of type %s stay: %j', (type, data, expected) => {
    expect(page({ blocks: [{ type, data }] })).toBe(expected)
  })
})

describe('trees', () => {
  test.each([
    [{ type: 'youtube', attrs: { src: VIDEO } }, `<p>${LINK}</p>`],
    [
      { type: 'youtube', videoID: 'a b' },
      '<p><a href="https://www.youtube.com/watch?v=a%20b">www.youtube.com/watch?v=a%20b</a></p>',
    ],
    [{ type: 'upload', value: { url: VIDEO } }, `<p>${LINK}</p>`],
    [
      {
        type: 'paragraph',
        content: [words('Dear '), { type: 'mention', attrs: { id: '1', label: 'Ines' } }, words(',')],
      },
      '<p>Dear Ines,</p>',
    ],
    [
      { type: 'paragraph', content: [words('a '), { type: 'spoiler', content: [words('b')] }, words(' c')] },
      '<p>a b c</p>',
    ],
    [
      { type: 'ordered_list', attrs: { order: 5 }, content: [{ type: 'list_item', content: [words('a')] }] },
      '<ol start="5"><li>a</li></ol>',
    ],
    [
      {
        type: 'taskList',
        content: [
          {
            type: 'taskItem',
            attrs: { checked: true },
            content: [{ type: 'paragraph', content: [words('a')] }],
          },
        ],
      },
      '<ul><li><p>☑ a</p></li></ul>',
    ],
    [
      {
        type: 'list',
        listType: 'check',
        children: [
          { type: 'listitem', checked: true, children: [words('a')] },
          { type: 'listitem', children: [words('b')] },
        ],
      },
      '<ul><li>☑ a</li><li>☐ b</li></ul>',
    ],
    [
      {
        type: 'list',
        tag: 'ul',
        children: [
          { type: 'listitem', children: [words('a')] },
          {
            type: 'listitem',
            children: [{ type: 'list', tag: 'ul', children: [{ type: 'listitem', children: [words('b')] }] }],
          },
        ],
      },
      '<ul><li>a<ul><li>b</li></ul></li></ul>',
    ],
  ])('what a story does not have keeps its words, signs and addresses: %j', (node, expected) => {
    expect(page({ type: 'doc', content: [node] })).toBe(expected)
  })

  test('blocks that no story has stay apart', () => {
    const callout = (text: string) => ({ type: 'callout', content: [words(text)] })
    expect(page({ type: 'doc', content: [callout('a'), callout('b')] })).toBe('<p>a</p><p>b</p>')
  })
})

test.each([
  [{ root: { children: [{ type: 'equation', equation: 'x' }] } }, { formula: 1 }],
  [{ root: { children: [{ type: 'tweet', id: '1' }] } }, { frame: 1 }],
  [{ blocks: [{ type: 'poll', data: { id: 1 } }] }, { frame: 1 }],
])('what has neither words nor an address is counted: %j', (content, counts) => {
  expect(page(content)).toBe('')
  expect(Object.fromEntries(leftOutOf(content))).toEqual(counts)
})
