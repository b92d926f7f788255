import { expect, test } from 'vitest'
import { ELEMENTS } from '../../domain/body/elements.ts'
import { article, siteOf } from '../../../tests/support/database/content-rows.ts'
import { changedPaths, viewOf } from '../../../tests/support/publisher/page-view.ts'
import { articleMarkdownPage } from '../pages/article.ts'
import { storyMarkdown } from './story-markdown.ts'

const heading = {
  title: 'Salt',
  intro: '',
  byline: 'By Ines Abril',
  day: '1 April 2026',
  url: 'https://m.example/a',
}
/** The text below the heading. */
const markdownOf = (html: string) => storyMarkdown(heading, html).split('\n\n').slice(2).join('\n\n').trim()

test('the words of every element that a story may have are in its Markdown', () => {
  for (const [name, { within = [] }] of Object.entries(ELEMENTS)) {
    if (['img', 'br', 'hr'].includes(name)) continue
    const inner = `<${name}>oak</${name}>`
    const row = ['th', 'td'].includes(name) ? `<table><tr>${inner}</tr></table>` : inner
    const [parent] = within
    const html = parent === undefined || row !== inner ? row : `<${parent}>${row}</${parent}>`
    expect(markdownOf(html === '<tr>oak</tr>' ? '' : html), name).toContain('oak')
  }
})

test('signs of Markdown in a text stay signs', () => {
  expect(markdownOf('<p>1. # not *this* [nor](that) &lt;b&gt;</p>')).toBe(
    '1\\. # not \\*this\\* \\[nor]\\(that) \\<b>',
  )
})

test('pictures, links, quotations, raised figures and tables have their form', () => {
  expect(
    markdownOf(
      '<figure><img src="https://m.example/a.webp" alt="A cup"><figcaption>Blue</figcaption></figure>' +
        '<blockquote><p>Yes.</p><footer>— Mr Pell</footer></blockquote><p>10<sup>6</sup> <a href="https://o.example/">oaks</a></p>' +
        '<table><tr><th>Area</th></tr><tr><td>84 m²</td></tr></table>',
    ),
  ).toBe(
    '![A cup](https://m.example/a.webp)\n\nBlue\n\n> Yes.\n>\n> — Mr Pell\n\n10⁶ [oaks](https://o.example/)\n\n' +
      '| Area  |\n| ----- |\n| 84 m² |',
  )
})

test('a story has its Markdown beside its page, changes it with its text, and takes it along when it goes', () => {
  const row = article({ id: 'a', slug: 'salt', content: { html: '<p>Grey salt.</p>' } })
  const site = siteOf({ articles: [row] })
  const markdown = () => viewOf(site, articleMarkdownPage, '/article/salt.md')?.markdown
  expect(markdown()).toBe(
    '# Story a\n\nBy Unknown Author, 1 March 2026. <https://mantel.example/article/salt>\n\nGrey salt.\n',
  )
  const red = { ...row, content: { html: '<p>Red salt.</p>' } }
  expect(changedPaths(site, { articles: { put: [red], gone: [] } })).toContain('/article/salt.md')
  expect(markdown()).toContain('Red salt.')
  changedPaths(site, { articles: { put: [], gone: ['a'] } })
  expect(markdown()).toBeUndefined()
})
