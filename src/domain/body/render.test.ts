import { describe, expect, test } from 'vitest'
import { el } from './html/hast.ts'
import type { Unreadable } from './content.ts'
import { type RenderedBody, isEmptyBody, renderBody } from './render.ts'

function ofKind<K extends RenderedBody['kind']>(
  content: unknown,
  kind: K,
): Extract<RenderedBody, { kind: K }> {
  const body = renderBody(content)
  if (body.kind !== kind) throw new Error(`rendered as ${JSON.stringify(body)}`)
  return body as Extract<RenderedBody, { kind: K }>
}

const html = (content: unknown) => ofKind(content, 'html').html

describe('plain text', () => {
  test('blank lines separate paragraphs, ## and ### are headings', () => {
    expect(html('One\nline\n\n\nTwo\n## Head\nThree\r\n### Sub')).toBe(
      '<p>One\nline</p><p>Two</p><h2 id="s-head">Head</h2><p>Three</p><h3 id="s-sub">Sub</h3>',
    )
    expect(html('#Not a heading\n\n# Nor this\n\n##nor this')).not.toContain('<h')
  })

  test('**bold** is strong, unpaired stars stay', () => {
    expect(html('a **b c** d ** e')).toBe('<p>a <strong>b c</strong> d ** e</p>')
    expect(html('2 ** 3 ** 4 and ****')).toBe('<p>2 ** 3 ** 4 and ****</p>')
  })

  test('a quotation has its speaker in the footer', () => {
    const quoted =
      '<blockquote><p>“You decide — always.”</p><footer>— <cite>Marit, 40</cite></footer></blockquote>'
    expect(html('"You decide — always." — Marit, 40')).toBe(quoted)
    expect(html('“You decide — always.” — Marit, 40')).toBe(quoted)
  })

  test('a quotation needs a dash but no speaker', () => {
    expect(html('"Stop — she said, and left')).toBe(
      '<blockquote><p>"Stop — she said, and left</p></blockquote>',
    )
    expect(html('"Stop," she said.')).toBe('<p>"Stop," she said.</p>')
  })

  test('HTML characters are escaped', () => {
    expect(html('1 < 2 & <b>3</b>')).toBe('<p>1 &#x3C; 2 &#x26; &#x3C;b>3&#x3C;/b></p>')
  })

  test('text that starts with a brace is not parsed as JSON', () => {
    expect(html('{not json} at all')).toBe('<p>{not json} at all</p>')
    expect(html('[1] A footnote')).toBe('<p>[1] A footnote</p>')
    expect(html('[1, 2]')).toBe('<p>[1, 2]</p>')
  })
})

describe('HTML', () => {
  test('headings start at h2 and have ids for the table of contents', () => {
    const body = ofKind(
      { html: '<h1>Top</h1><h2>Top</h2><h3>Crème <em>brûlée</em></h3><h4>x</h4><h6>y</h6><h2>日本</h2>' },
      'html',
    )
    expect(body.html).toBe(
      '<h2 id="s-top">Top</h2><h2 id="s-top-2">Top</h2><h3 id="s-creme-brulee">Crème <em>brûlée</em></h3>' +
        '<h4>x</h4><h4>y</h4><h2 id="s-section">日本</h2>',
    )
    expect(body.headings.map(({ id, text, depth }) => [id, text, depth])).toEqual([
      ['s-top', 'Top', 2],
      ['s-top-2', 'Top', 2],
      ['s-creme-brulee', 'Crème brûlée', 3],
      ['s-section', '日本', 2],
    ])
  })

  test('obsolete elements are replaced; styles, classes and ids are dropped', () => {
    expect(
      html({ html: '<p id="x" class="y" style="color:red"><b>a</b><i>b</i><del>c</del><u>d</u></p>' }),
    ).toBe('<p><strong>a</strong><em>b</em><s>c</s><u>d</u></p>')
  })

  test('only external links get rel', () => {
    expect(
      html({ html: '<p><a href="https://a.example/" target="_blank">a</a><a href="/b">b</a></p>' }),
    ).toBe('<p><a href="https://a.example/" rel="noopener">a</a><a href="/b">b</a></p>')
    expect(
      html({ html: '<p><a href="//a.example/">a</a><a href="?b">b</a><a href="mailto:a@b.c">m</a></p>' }),
    ).toBe('<p><a href="//a.example/" rel="noopener">a</a><a href="?b">b</a><a href="mailto:a@b.c">m</a></p>')
  })

  test('a link without href is replaced by its text', () => {
    expect(html({ html: '<p>a <a href="javascript:x">b</a> <a>c</a></p>' })).toBe('<p>a b c</p>')
  })

  test('empty elements are dropped, their spaces kept', () => {
    expect(
      html({ html: '<p></p><p>&nbsp;<br></p><h2> </h2><p>a<strong> </strong>b</p><img alt="no file">' }),
    ).toBe('<p>a b</p>')
  })

  test('stray text and divs become paragraphs', () => {
    expect(html({ html: 'a <i>b</i><div>c</div><div><p>d</p></div>' })).toBe(
      '<p>a <em>b</em></p><p>c</p><p>d</p>',
    )
  })

  test('a picture of its own becomes a figure, an inline picture stays inline', () => {
    expect(
      html({ html: '<p><img src="/a.webp" alt="A"></p><p>x <img src="b.webp" width="3" height="50%"></p>' }),
    ).toBe('<figure><img src="/a.webp" alt="A"></figure><p>x <img src="b.webp" width="3" alt=""></p>')
  })

  test('the last paragraph of a quotation that begins with a dash is its speaker', () => {
    expect(html({ html: '<blockquote><p>q</p><p>— <em>Me</em></p></blockquote>' })).toBe(
      '<blockquote><p>q</p><footer>— <cite><em>Me</em></cite></footer></blockquote>',
    )
  })

  test.each([
    ['behind the closing mark', '“I measured.” — Ada, 40', '“I measured.”', 'Ada, 40'],
    ['behind other marks', '„Gemessen.“ — Ada', '„Gemessen.“', 'Ada'],
    ['behind words with a dash', '“No — or yes.” — Ada', '“No — or yes.”', 'Ada'],
    ['behind bold words', '<strong>“No.”</strong> — <em>Ada</em>', '<strong>“No.”</strong>', '<em>Ada</em>'],
    ['in a line of its own', 'I measured.<br>— Ada', 'I measured.', 'Ada'],
  ])('a speaker at the end of a quotation stands apart from it: %s', (_, line, words, speaker) => {
    expect(html({ html: `<blockquote><p>First.</p><p>${line}</p></blockquote>` })).toBe(
      `<blockquote><p>First.</p><p>${words}</p><footer>— <cite>${speaker}</cite></footer></blockquote>`,
    )
  })

  test.each(['I measured — twice.', '“I measured — twice.”', `“I measured.” — ${'and then '.repeat(10)}`])(
    'a dash in the words of a quotation names no speaker: %s',
    (line) => {
      expect(html({ html: `<blockquote><p>${line}</p></blockquote>` })).not.toContain('<cite>')
    },
  )

  test('a string of HTML is HTML', () => {
    expect(html('\n<p>a <b>b</b></p>')).toBe('<p>a <strong>b</strong></p>')
  })
})

describe('rich-text trees', () => {
  test('Lexical', () => {
    const tree = {
      root: {
        type: 'root',
        children: [
          { type: 'heading', tag: 'h3', children: [{ type: 'text', text: 'Head', format: 0 }] },
          {
            type: 'paragraph',
            children: [
              { type: 'text', text: 'all', format: 1 | 2 | 4 | 8 },
              { type: 'linebreak' },
              { type: 'text', text: '**c**', format: 16 },
              { type: 'link', fields: { url: '/x' }, children: [{ type: 'text', text: 'l' }] },
              { type: 'autolink', url: 'https://a.example/', children: [{ type: 'text', text: 'm' }] },
            ],
          },
          { type: 'quote', children: [{ type: 'text', text: 'q' }] },
          {
            type: 'list',
            listType: 'number',
            children: [{ type: 'listitem', children: [{ type: 'text', text: 'i' }] }],
          },
          { type: 'horizontalrule' },
          { type: 'unknown', children: [{ type: 'paragraph', children: [{ text: 'kept' }] }] },
        ],
      },
    }
    const expected =
      '<h3 id="s-head">Head</h3><p><strong><em><s><u>all</u></s></em></strong><br><code>**c**</code><a href="/x">l</a>' +
      '<a href="https://a.example/" rel="noopener">m</a></p><blockquote><p>q</p></blockquote><ol><li>i</li></ol><hr><p>kept</p>'
    expect(html(tree)).toBe(expected)
    expect(html(JSON.stringify(tree))).toBe(expected)
  })

  test('ProseMirror', () => {
    const text = (value: string, ...marks: object[]) => ({ type: 'text', text: value, marks })
    const tree = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 1 }, content: [text('Head')] },
        {
          type: 'paragraph',
          content: [
            text('a', { type: 'bold' }, { type: 'link', attrs: { href: 'https://a.example/' } }),
            { type: 'hardBreak' },
            text('**b**'),
          ],
        },
        { type: 'blockquote', content: [{ type: 'paragraph', content: [text('q')] }] },
        {
          type: 'bulletList',
          content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('i')] }] }],
        },
        { type: 'codeBlock', content: [text('x < y')] },
        { type: 'image', attrs: { src: '/a.webp', alt: 'A', title: null } },
      ],
    }
    expect(html(tree)).toBe(
      '<h2 id="s-head">Head</h2><p><a href="https://a.example/" rel="noopener"><strong>a</strong></a><br>' +
        '<strong>b</strong></p><blockquote><p>q</p></blockquote><ul><li><p>i</p></li></ul>' +
        '<pre>x &#x3C; y</pre><figure><img src="/a.webp" alt="A"></figure>',
    )
  })

  test('a bare list of nodes', () => {
    expect(html([{ type: 'paragraph', children: [{ text: 'a' }] }])).toBe('<p>a</p>')
  })
})

describe('blocks', () => {
  const blocks = [
    { type: 'header', data: { text: 'H &amp; h', level: 3 } },
    { type: 'paragraph', data: { text: 'a <b>b</b> **c** & 1 < 2' } },
    { type: 'list', data: { style: 'ordered', items: ['x', { content: 'y', items: [{ content: 'z' }] }] } },
    { type: 'quote', data: { text: 'q', caption: 'Me' } },
    { type: 'image', data: { file: { url: '/a.webp' }, caption: 'Cap' } },
    { type: 'delimiter', data: {} },
    { type: 'unknown', data: { text: 'kept' } },
  ]
  const expected =
    '<h3 id="s-h-h">H &#x26; h</h3><p>a <strong>b</strong> <strong>c</strong> &#x26; 1 &#x3C; 2</p>' +
    '<ol><li>x</li><li>y<ol><li>z</li></ol></li></ol><blockquote><p>q</p><footer>— <cite>Me</cite></footer></blockquote>' +
    '<figure><img src="/a.webp" alt=""><figcaption>Cap</figcaption></figure><hr><p>kept</p>'

  test('as an object, as a list and as JSON', () => {
    expect(html({ time: 1, blocks })).toBe(expected)
    expect(html(blocks)).toBe(expected)
    expect(html(JSON.stringify({ blocks }))).toBe(expected)
  })

  test('a header without a level is h2', () => {
    expect(html([{ type: 'header', text: 'a' }])).toBe('<h2 id="s-a">a</h2>')
  })
})

describe('interactive', () => {
  const content = {
    type: 'interactive',
    choices: [
      { id: 'bath', title: 'A bath', description: 'One line', image: '/a.webp', content: 'One\n\nTwo **b**' },
      { id: 'bath', title: 'Another', image: 'javascript:alert(1)', content: '## Same\n\nThree' },
      { title: 'Third', content: '## Same' },
    ],
  }

  test('each choice has safe HTML, a checked picture and a unique id', () => {
    const body = ofKind(content, 'interactive')
    expect(body.choices).toEqual([
      {
        id: 's-bath',
        title: 'A bath',
        description: 'One line',
        image: '/a.webp',
        html: '<p>One</p><p>Two <strong>b</strong></p>',
      },
      {
        id: 's-bath-2',
        title: 'Another',
        description: '',
        image: null,
        html: '<h2 id="s-same">Same</h2><p>Three</p>',
      },
      { id: 's-third', title: 'Third', description: '', image: null, html: '<h2 id="s-same-2">Same</h2>' },
    ])
    expect(body.images).toEqual(['/a.webp'])
    expect(body.words).toBe(12)
    expect(renderBody(JSON.stringify(content))).toEqual(body)
  })
})

describe('mixed media', () => {
  const content = {
    type: 'mixed-media',
    sections: [
      { type: 'text', content: 'One\n\n## Two' },
      {
        type: 'media',
        items: [
          { type: 'image', src: '/a.webp', alt: 'A', caption: 'Cap' },
          { type: 'video', src: 'https://a.example/v.mp4' },
          { type: 'video', src: 'data:video/mp4;base64,AA' },
          { type: 'embed', src: '/x' },
        ],
      },
      { type: 'media', items: [{ type: 'image', src: '' }] },
      { type: 'unknown' },
    ],
  }

  test('sections keep their order, unsupported ones are dropped', () => {
    const body = ofKind(content, 'mixed-media')
    expect(body.sections).toEqual([
      { type: 'text', html: '<p>One</p><h2 id="s-two">Two</h2>' },
      {
        type: 'media',
        items: [
          { type: 'image', src: '/a.webp', alt: 'A', caption: 'Cap' },
          { type: 'video', src: 'https://a.example/v.mp4', alt: '', caption: null },
        ],
      },
    ])
    expect(body.images).toEqual(['/a.webp'])
    expect(body.words).toBe(3)
    expect(renderBody(JSON.stringify(content))).toEqual(body)
  })
})

describe('invalid content', () => {
  test.each<[reason: Unreadable, contents: unknown[]]>([
    [
      'interactive',
      [
        '{"type":"interactive","choices":[',
        '{ "type" : "interactive" }',
        '{"type":"interactive","choices":"x"}',
        { type: 'interactive', choices: [] },
        { type: 'interactive', choices: ['x'] },
      ],
    ],
    [
      'mixed-media',
      [
        '{"type": "mixed-media", "sections": [}',
        '{"type":"mixed-media"}',
        { type: 'mixed-media', sections: 5 },
      ],
    ],
    [
      'unknown',
      [
        { type: 'mixed-media', sections: [{ type: 'unknown' }, { type: 'media', items: [{ src: '' }] }] },
        null,
        undefined,
        5,
        true,
        {},
        { foo: 1 },
        { type: 'doc' },
        { root: {} },
        ['x'],
        [{ a: 1 }],
        '{"foo":1}',
      ],
    ],
  ])('cannot be read as %s', (reason, contents) => {
    for (const content of contents) expect(renderBody(content)).toEqual({ kind: 'error', reason })
  })

  test('endless nesting gives an error body instead of throwing', () => {
    let node: object = { type: 'paragraph', children: [{ text: 'x' }] }
    for (let depth = 0; depth < 30_000; depth += 1) node = { type: 'quote', children: [node] }
    expect(renderBody({ root: { children: [node] } }).kind).toBe('error')
    expect(renderBody({ html: '<div><p>'.repeat(30_000) }).kind).toBe('error')
  })

  test('a body is empty when it shows neither words nor pictures', () => {
    const empty = (content: unknown) => isEmptyBody(renderBody(content))
    expect(empty('')).toBe(true)
    expect(empty({ html: '<p> <br></p><script>x</script>' })).toBe(true)
    expect(empty(null)).toBe(true)
    expect(empty({ html: '<img src="/a.webp">' })).toBe(false)
    expect(empty('a')).toBe(false)
    const film = { type: 'media', items: [{ type: 'video', src: '/a.mp4' }] }
    expect(empty({ type: 'mixed-media', sections: [film] })).toBe(false)
  })
})

const pictures = { html: '<p><img src="/a.webp" alt="A"></p><p>x <img src="/b.webp"></p>' }

test('pictures are listed in reading order and replaced by imageMarkup', () => {
  const body = renderBody(pictures, {
    imageMarkup: (src, alt) =>
      src === '/a.webp'
        ? [el('picture', [el('img', [], { src: `/small${src}`, alt, loading: 'lazy' })])]
        : null,
  })
  expect(body).toMatchObject({
    images: ['/a.webp', '/b.webp'],
    html:
      '<figure><picture><img src="/small/a.webp" alt="A" loading="lazy"></picture></figure>' +
      '<p>x <img src="/b.webp" alt=""></p>',
  })
})

test('a picture keeps its title in other markup', () => {
  const body = renderBody(
    { html: '<img src="/a.webp" alt="A" title="Oak">' },
    { imageMarkup: (src) => [el('picture', [el('img', [], { src })])] },
  )
  expect(body).toMatchObject({
    html: '<figure><picture><img src="/a.webp" title="Oak"></picture></figure>',
  })
})

test('words are separated by blocks, not by inline marks', () => {
  expect(
    renderBody({ html: '<h2>One</h2><p>two<br>three un<b>believ</b>able</p><ul><li>a</li><li>b</li></ul>' }),
  ).toMatchObject({ words: 6 })
})

test('rendering is deterministic and does not mutate the content', () => {
  const content = { root: { children: [{ type: 'heading', tag: 'h1', children: [{ text: 'x' }] }] } }
  const before = structuredClone(content)
  expect(renderBody(content)).toEqual(renderBody(content))
  expect(content).toEqual(before)
})

describe('blocks beside the paragraphs', () => {
  const picture = (width: number) =>
    `<figure><img src="/${width}.webp" alt="" width="${width}" height="600"></figure>`

  test('pictures of a row get their shares of its width', () => {
    const row = html({ html: `<figure data-block="pictures">${picture(900)}${picture(300)}</figure>` })
    expect(row).toContain('<figure style="--share:0.7500;--gaps:1"><img src="/900.webp"')
    expect(row).toContain('<figure style="--share:0.2500;--gaps:1"><img src="/300.webp"')
  })

  test('a picture is as wide as the text says, and what replaces it is told so', () => {
    const places: unknown[] = []
    const content = `<figure data-width="wide"><img src="/a.webp"></figure><figure data-width="huge"><img src="/b.webp"></figure>
      <figure data-block="pictures" data-width="full">${picture(600)}${picture(600)}</figure>`
    renderBody({ html: content }, { imageMarkup: (_src, _alt, place) => (places.push(place), null) })
    expect(places).toEqual([
      { width: 'wide', share: 1 },
      { width: 'text', share: 1 },
      { width: 'full', share: 0.5 },
      { width: 'full', share: 0.5 },
    ])
  })

  test('a film or sound is a link with the address of its player; a link to anywhere else stays a link', () => {
    const embed = (href: string) =>
      html({ html: `<figure data-block="embed"><a href="${href}">Film</a></figure>` })
    expect(embed('https://youtu.be/dQw4w9WgXcQ')).toBe(
      '<figure data-block="embed" data-island="embed" data-holds-links="" style="--player:16/9">' +
        '<a href="https://youtu.be/dQw4w9WgXcQ" rel="noopener" ' +
        'data-player="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1" data-provider="YouTube">Film</a></figure>',
    )
    expect(embed('https://example.org/film')).not.toContain('data-player')
  })

  test('a fact box keeps its content, its headings are no sections, and an aside of another page is a paragraph', () => {
    const body = ofKind(
      {
        html: '<aside data-block="facts"><h2>In figures</h2>Stray<ul><li>Oak</li></ul></aside><aside>Other</aside>',
      },
      'html',
    )
    expect(body.html).toBe(
      '<aside data-block="facts"><h2>In figures</h2><p>Stray</p><ul><li>Oak</li></ul></aside><p>Other</p>',
    )
    expect(body.headings).toEqual([])
  })
})
