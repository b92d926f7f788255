import { describe, expect, test } from 'vitest'
import { expectSameLines } from '../../../tests/support/any-html.ts'
import { renderBody } from './render.ts'
import { toEditorHtml } from './html/to-editor-html.ts'

const html = (source: string) => toEditorHtml({ html: source })?.html

test.each([
  [
    '<div>a<ul><li>b</li></ul>c</div><div>d<ul><li>e</li></ul></div>',
    '<p>a</p><ul><li>b</li></ul><p>c</p><p>d</p><ul><li>e</li></ul>',
  ],
  ['<div><div>a</div>b</div><div>c<div>d</div></div>', '<p>a</p><p>b</p><p>c</p><p>d</p>'],
  [
    'a<nav>b</nav><hgroup>c</hgroup><dialog>d</dialog><search>e</search>',
    'a<p>b</p><p>c</p><p>d</p><p>e</p>',
  ],
  ['<header>a</header>b<footer>c</footer><figcaption>d</figcaption>', '<p>a</p>b<p>c</p><p>d</p>'],
  ['<p>In <st1:city>London</st1:city>, <x-who>Ines</x-who></p>', '<p>In London, Ines</p>'],
])('what stands apart stays apart: %s', (source, expected) => {
  expect(html(source)).toBe(expected)
})

test.each([
  ['<h2><div>a</div><div>b</div></h2>', '<h2>a<br>b</h2>'],
  ['<h3>a<ul><li>b</li></ul>c</h3>', '<h3>a<br>b<br>c</h3>'],
  [
    '<figure><img src="/a.webp" alt=""><figcaption><p>a</p><p>b</p></figcaption></figure>',
    '<figure><img src="/a.webp" alt=""><figcaption>a<br>b</figcaption></figure>',
  ],
  ['<pre>a<div>b</div>c<br>d</pre><xmp>e <b></xmp>', '<pre>a\nb\nc\nd</pre><pre>e &#x3C;b></pre>'],
])('a heading, caption or code stays one block: %s', (source, expected) => {
  expect(html(source)).toBe(expected)
})

test.each([
  ['<a href="/x"><h2>a</h2><p>b</p></a>', '<h2><a href="/x">a</a></h2><p><a href="/x">b</a></p>'],
  [
    '<strong><p>a</p><ul><li>b</li></ul>c</strong>',
    '<p><strong>a</strong></p><ul><li><strong>b</strong></li></ul><strong>c</strong>',
  ],
  ['<b><i><div>a</div></i></b>', '<p><strong><em>a</em></strong></p>'],
])('a link or mark around blocks goes into them: %s', (source, expected) => {
  expect(html(source)).toBe(expected)
})

test.each([
  ['<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
  ['<ol><li>a</li>b<p>c</p><li>d</li></ol>', '<ol><li>a<p>b</p><p>c</p></li><li>d</li></ol>'],
  ['<ol start="3"><p>a</p><li>b</li></ol>', '<p>a</p><ol start="3"><li>b</li></ol>'],
  ['<ul><div><li>a</li></div></ul><li>b</li><li>c</li>', '<ul><li>a</li></ul><ul><li>b</li><li>c</li></ul>'],
  ['<ul>a</ul>', '<p>a</p>'],
])('a list has items only, and its numbers stay: %s', (source, expected) => {
  expect(html(source)).toBe(expected)
})

describe('however elements are nested', () => {
  test('the page has the same lines of words', () => {
    expectSameLines((source) => {
      const body = renderBody({ html: source })
      return body.kind === 'html' ? body.html : ''
    })
  })

  test('the editor has the same lines of words', () => {
    expectSameLines((source) => toEditorHtml({ html: source })?.html ?? '')
  })
})
