import { describe, expect, test } from 'vitest'
import { folderOf, itemsOf, ofKind } from '../../../../tests/support/import/source-folder.ts'
import { readMarkdown } from '../read-markdown.ts'
import { jsx } from './jsx.ts'
import { liquid } from './liquid.ts'
import { withoutModules } from './modules.ts'
import { shortcodes } from './shortcodes.ts'

/** The story that a site of one generator has of a text. */
async function storyIn(kind: 'hugo' | 'jekyll' | 'mdx', text: string) {
  const source = `---\ntitle: A\ndate: 2024-01-01\ngallery:\n  - image_path: /g1.jpg\n    alt: One\n  - url: /g2.jpg\n    title: Two\n---\n\n${text}`
  const path = {
    hugo: 'content/posts/a.md',
    jekyll: '_posts/2024-01-01-a.md',
    mdx: 'src/content/blog/a.mdx',
  }[kind]
  const files = { 'static/img/1.jpg': '1', 'static/img/2.jpg': '2', [path]: source }
  const config = { hugo: 'hugo.toml', jekyll: '_config.yml', mdx: 'astro.config.mjs' }[kind]
  const items = await itemsOf(readMarkdown, folderOf({ ...files, [config]: '' }))
  const [story] = ofKind(items, 'story')
  return {
    html: story?.html.replace(/\n\s*/g, '') ?? '',
    notes: story?.notes.map(({ text: note }) => note) ?? [],
  }
}

describe('shortcodes of Hugo', () => {
  test.each([
    [
      '{{< figure src="/a.jpg" title="T" caption="C" link="/b" >}}',
      '<figure><a href="/b"><img src="/a.jpg" alt=""></a><figcaption>T C</figcaption></figure>',
    ],
    [
      '{{< img "/a.jpg" "The caption" >}}',
      '<figure><img src="/a.jpg" alt=""><figcaption>The caption</figcaption></figure>',
    ],
    [
      '{{<youtube id="dQw4w9WgXcQ" title="Film" start=30>}}',
      '<figure data-block="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ&#x26;t=30">Film</a></figure>',
    ],
    [
      '{{< vimeo 76979871 >}}',
      '<figure data-block="embed"><a href="https://vimeo.com/76979871">vimeo.com/76979871</a></figure>',
    ],
    ['{{< tweet user="a" id="123" >}}', '<p><a href="https://x.com/a/status/123">x.com/a/status/123</a></p>'],
    ['{{< gist a 123 >}}', '<p><a href="https://gist.github.com/a/123">gist.github.com/a/123</a></p>'],
    [
      '{{< highlight go "linenos=table" >}}\na *b* {{< x >}}\n{{< /highlight >}}',
      '<pre><code>a *b* {{&#x3C; x >}}</code></pre>',
    ],
    [
      '{{< gallery match="img/*" caption="Both" >}}',
      '<figure data-block="pictures"><figure><img src="/img/1.jpg" alt=""></figure><figure><img src="/img/2.jpg" alt=""><figcaption>Both</figcaption></figure></figure>',
    ],
    [
      '{{< gallery >}}\n![One](/img/1.jpg)\n{{< figure src="/img/2.jpg" caption="Two" >}}\n{{< /gallery >}}',
      '<figure data-block="pictures"><figure><img src="/img/1.jpg" alt="One"></figure><figure><img src="/img/2.jpg" alt=""><figcaption>Two</figcaption></figure></figure>',
    ],
    [
      '{{% alert title="Mind" %}}\n- a\n- b\n{{% /alert %}}',
      '<aside data-block="note"><p><strong>Mind</strong></p><ul><li>a</li><li>b</li></ul></aside>',
    ],
    [
      '{{< quote author="Marit" source="Clay" >}}Words.{{< /quote >}}',
      '<blockquote><p>Words.</p><p>— Marit, Clay</p></blockquote>',
    ],
    ['{{< button href="/buy" >}}Buy{{< /button >}}', '<p><a href="/buy">Buy</a></p>'],
    [
      '{{< details "More" >}}\n**x**\n{{< /details >}}',
      '<p><strong>More</strong></p><p><strong>x</strong></p>',
    ],
    ['{{< columns >}}\nOne\n\n{{< /columns >}}', '<p>One</p>'],
    [
      '- one\n\n  {{< figure src="/a.jpg" >}}\n\n- two',
      '<ul><li><p>one</p><figure><img src="/a.jpg" alt=""></figure></li><li><p>two</p></li></ul>',
    ],
    [
      'Text\n{{< vimeo 76979871 >}}\nmore',
      '<p>Text</p><figure data-block="embed"><a href="https://vimeo.com/76979871">vimeo.com/76979871</a></figure><p>more</p>',
    ],
    [
      '[x]({{< ref "a.md" >}}) [y]({{< relref "#z" >}})',
      '<p><a href="/posts/a/">x</a> <a href="/posts/a/#z">y</a></p>',
    ],
    [
      '{{< chart a="*b*" >}}\n*in*\n{{< /chart >}}',
      '<p>{{&#x3C; chart a="*b*" >}}<em>in</em>{{&#x3C; /chart >}}</p>',
    ],
    ['[x]({{< url "y" >}})', '<p><a href="/posts/a/%7B%7B%3C%20url%20%22y%22%20%3E%7D%7D">x</a></p>'],
    [
      '{{</* youtube x */>}} `{{< a >}}` {{ .Title }} {{<',
      '<p>{{&#x3C; youtube x >}} <code>{{&#x3C; a >}}</code> {{ .Title }} {{&#x3C;</p>',
    ],
  ])('%j', async (text, html) => {
    expect((await storyIn('hugo', text)).html).toBe(html)
  })

  test('what stays as text, and what leads nowhere, is noted', async () => {
    const { notes } = await storyIn(
      'hugo',
      '{{< chart >}} {{< chart >}} [x]({{< ref "gone.md" >}}) {{< columns >}}a{{< /columns >}}',
    )
    expect(notes).toEqual([
      'The shortcode chart stays as text',
      'The shortcode chart stays as text',
      'A link leads to a text that is not in the source',
      'The content of “columns” stands without it',
    ])
  })
})

describe('Liquid of Jekyll', () => {
  test.each([
    [
      '{% include gallery caption="Both" %}',
      '<figure data-block="pictures"><figure><img src="/g1.jpg" alt="One"></figure><figure><img src="/g2.jpg" alt=""><figcaption>Two</figcaption></figure></figure>',
    ],
    [
      "{% include youtube.html id='dQw4w9WgXcQ' %}",
      '<figure data-block="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">www.youtube.com/watch?v=dQw4w9WgXcQ</a></figure>',
    ],
    [
      '{%- include alert.html content="Hot **clay**" -%}',
      '<aside data-block="note"><p>Hot <strong>clay</strong></p></aside>',
    ],
    [
      "{% img left /a.jpg 300 200 'A pot' %}",
      '<figure><img src="/a.jpg" alt=""><figcaption>A pot</figcaption></figure>',
    ],
    [
      '[x]({{ site.baseurl }}/b) [y]({{ "/c" | relative_url }}) [z]({% link assets/a.pdf %})',
      '<p><a href="/b">x</a> <a href="/c">y</a> <a href="/assets/a.pdf">z</a></p>',
    ],
    ['{% for x in y %}a{% endfor %}', '<p>{% for x in y %}a{% endfor %}</p>'],
    [
      'Words\n{: .wide #id}\n\n## Head {#kiln}\n\n[x](#kiln)',
      '<p>Words</p><h2 id="s-kiln">Head</h2><p><a href="#s-kiln">x</a></p>',
    ],
    ['{{ unclosed and {% unclosed', '<p>{{ unclosed and {% unclosed</p>'],
  ])('%j', async (text, html) => {
    expect((await storyIn('jekyll', text)).html).toBe(html)
  })
})

describe('MDX', () => {
  test.each([
    ['<Image src="/a.jpg" alt="A" />', '<figure><img src="/a.jpg" alt="A"></figure>'],
    [
      "<Figure src={'/a.jpg'} caption={`C`} />",
      '<figure><img src="/a.jpg" alt=""><figcaption>C</figcaption></figure>',
    ],
    ['<Tabs>\n  <Tab label="One">\n    Words\n  </Tab>\n</Tabs>', '<p>Words</p>'],
    ['<Button href="/x">Go</Button>', '<p><a href="/x">Go</a></p>'],
    ['<Chart onClick={() => { alert("<p>") }}>Kept</Chart>', '<p>Kept</p>'],
    ['<>Words</> <a.b>c</a.b>', '<p>Words c</p>'],
    ['<img src="/a.jpg" style={{ width: 1 }} />', '<figure><img src="/a.jpg"></figure>'],
    ['```jsx\n<Chart />\nimport a from "b"\n```', '<pre><code>&#x3C;Chart />import a from "b"</code></pre>'],
    ['`<A` and a < b and <3', '<p><code>&#x3C;A</code> and a &#x3C; b and &#x3C;3</p>'],
    ['import taxes rise.\n\nexport of clay.', '<p>import taxes rise.</p><p>export of clay.</p>'],
    ['import {\n  a,\n  b,\n} from "x"\nimport "y"\n\nWords', '<p>Words</p>'],
    [
      'export default function Layout({ children }) {\n  return <div>{children}</div>\n}\n\nWords',
      '<p>Words</p>',
    ],
  ])('%j', async (text, html) => {
    expect((await storyIn('mdx', text)).html).toBe(html)
  })
})

const MANY = 200_000
test.each([
  [shortcodes, '{{< a "'],
  [shortcodes, '{{< a `'],
  [shortcodes, 'a b="c" '],
  [liquid, '{% a '],
  [liquid, '{{ a %} {% b '],
  [liquid, '{% raw %}'],
  [jsx, '<A b={'],
  [jsx, '<A b="'],
  [jsx, '`a ``b '],
  [jsx, '```\n'],
  [withoutModules, 'import a '],
  [withoutModules, 'export const a = {\n'],
])('%o reads a text of nothing but %j in a time that grows with it', (read, part) => {
  const before = process.cpuUsage()
  read(part.repeat(MANY))
  const { user } = process.cpuUsage(before)
  // With its square, it would take minutes.
  expect(user / 1_000_000).toBeLessThan(10)
})
