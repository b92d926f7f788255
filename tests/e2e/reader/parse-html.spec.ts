import { expect } from '@playwright/test'
import type { Nodes, Root } from 'hast'
import type * as InBrowser from '../../../src/domain/body/html/parse-html.browser.ts'
import { parseHtml } from '../../../src/domain/body/html/parse-html.ts'
import { toEditorHtml } from '../../../src/domain/body/html/to-editor-html.ts'
import { storyContent } from '../../../supabase/seed/story-content.ts'
import { readStories } from '../../../supabase/seed/stories.ts'
import { HOSTILE_HTML, HOSTILE_URLS } from '../../fixtures/xss-vectors.ts'
import { type Random, seededRandom } from '../../support/random.ts'
import { test } from '../support/editor-modules.ts'

const NAMED = [
  'a\u0000b\r\nc\rd',
  '&amp;&nosuch;&notit;&#x80;&#0;&copy',
  '<!-- a --><!doctype html><p>a<!-- <b> --></p><![CDATA[a]]>',
  '<noscript><p>a</p></noscript><template><p>a</p></template><textarea><b>a</textarea><script>a</script>',
  '<p hidden class="a b" data-Block=x onclick=y xlink:href=z aria-label style="a:b" constructor=a __proto__=b>a</p>',
  '<svg viewBox="0 0 1 1"><a xlink:href="b"><foreignObject><p>c</p></foreignObject></a><title>d</title></svg>',
  '<math><mi>x</mi><annotation-xml encoding="text/html"><p>a</p></annotation-xml></math>',
  '<o:p>a</o:p><a.b>c</a.b><x#y>d</x#y>',
  '<img src=a width=1 srcset="a 1x, b 2x"><input type=checkbox checked value=x><button type=a value=b>c</button>',
  `<p>${'long '.repeat(40_000)}</p>`,
  '<form><input name=attributes><input name=childNodes><input name=localName></form>',
  '<pre>\n\na</pre><tr><td>a<li>b<p>c<h2>d<dd>e',
  '<table><caption>a</caption><thead><tr><td>b<th>c</thead><tr><td><table><tr><td>d</table></table>',
]

/** Without the parts of tables: of what stands between them parse5 makes another tree than the standard. */
const TAGS = 'p b em a h2 ul ol li dl dt blockquote pre div figure figcaption aside svg template o:p'.split(
  ' ',
)

/** Tags that open, close and overlap anyhow. */
function tagSoup({ pick }: Random): string {
  const parts = [
    () => `<${pick(TAGS)}>`,
    () => `<${pick(TAGS)} id=a href="/b">`,
    () => `</${pick(TAGS)}>`,
    () => pick(['words ', '&eacute;', '<br>', '\n']),
  ]
  return Array.from({ length: 30 }, () => pick(parts)()).join('')
}

/** What is the same of two trees: all but where their parts stood in the text. */
function bare(node: Nodes): unknown {
  return JSON.parse(
    JSON.stringify(node, (key, value: unknown) => (key === 'position' || key === 'data' ? undefined : value)),
  )
}

// The editor parses with the browser, and what it stores is parsed on Node: another tree would be another story.
test('a browser reads HTML as the publisher does', async ({ page, repository }) => {
  const stories = (await readStories()).map((story) =>
    toEditorHtml(storyContent(story, (file) => `/media/${file}`, 'lexical')),
  )
  const random = seededRandom(1)
  const sources = [
    ...NAMED,
    // A browser writes a sign for the character NUL.
    ...HOSTILE_HTML.filter((html) => !html.includes('\0')),
    ...HOSTILE_URLS.map((url) => `<a href="${url}">a</a>`),
    ...stories.flatMap((story) => (story === null ? [] : [story.html])),
    ...Array.from({ length: 2_000 }, () => tagSoup(random)),
  ]
  const module = `${repository}src/domain/body/html/parse-html.browser.ts`
  const trees = await page.evaluate(
    async ([from, all]) => {
      const browser = (await import(from)) as typeof InBrowser
      return JSON.stringify(all.map((source) => browser.parseHtml(source)))
    },
    [module, sources] as const,
  )
  const others = (JSON.parse(trees) as Root[]).flatMap((tree, at) => {
    const source = sources[at] ?? ''
    const [read, expected] = [JSON.stringify(bare(tree)), JSON.stringify(bare(parseHtml(source)))]
    return read === expected ? [] : [{ source, read, expected }]
  })
  expect(others.slice(0, 5)).toEqual([])
})
