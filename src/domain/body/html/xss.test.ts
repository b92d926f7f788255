import fc from 'fast-check'
import type { Nodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { describe, expect, test } from 'vitest'
import { HOSTILE_HTML, HOSTILE_URLS, XSS_VECTORS } from '../../../../tests/fixtures/xss-vectors.ts'
import { renderBody } from '../render.ts'
import { isElement } from './hast.ts'
import { toEditorHtml } from './to-editor-html.ts'

/** Written down here a second time, so that a slip in the schema cannot widen what the test allows. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'footer cite ul code hr br strong em u s sup sub figcaption tbody tr'
      .split(' ')
      .map((name) => [name, []]),
  ),
  ...Object.fromEntries('p h1 h2 h3 h4 blockquote pre table'.split(' ').map((name) => [name, ['id']])),
  ol: ['start', 'type', 'reversed'],
  li: ['id', 'value'],
  td: ['colSpan', 'rowSpan'],
  th: ['colSpan', 'rowSpan', 'scope'],
  a: ['href', 'rel', 'title', 'dataPlayer', 'dataProvider'],
  // The frame of a table, with these very values: see below.
  div: ['className', 'role', 'ariaLabel', 'tabIndex'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  figure: ['id', 'dataWidth', 'dataBlock', 'style', 'dataIsland', 'dataHoldsLinks'],
  aside: ['id', 'dataBlock'],
}
const DATA = ['wide', 'full', 'margin', 'pictures', 'facts', 'note', 'embed', 'YouTube', 'Vimeo', '']
const PLAYER = /^https:\/\/(?:www\.youtube-nocookie\.com\/embed|player\.vimeo\.com\/video)\/[\w-]+\?[\w=&]+$/
const TABLE_FRAME = '[["table"],"region","Table",0]'
const PAGE = 'https://mantel.example/article/story'

/** What in this HTML is not on the list, read as a browser would read it. */
function violations(html: string): string[] {
  const found: string[] = []
  const check = (node: Nodes): void => {
    if (node.type === 'comment' || node.type === 'doctype') found.push(node.type)
    if (isElement(node)) {
      const attributes = ALLOWED[node.tagName]
      if (!attributes) found.push(`<${node.tagName}>`)
      if (node.tagName === 'div' && JSON.stringify(Object.values(node.properties)) !== TABLE_FRAME) {
        found.push('<div>')
      }
      for (const [name, value] of Object.entries(node.properties)) {
        if (!attributes?.includes(name)) found.push(`${node.tagName} ${name}`)
        if (name === 'id' && !/^s-[a-z0-9-]+$/.test(String(value))) found.push(`id ${String(value)}`)
        if (
          name === 'style' &&
          attributes?.includes(name) &&
          !/^--share:[01]\.\d{4};--gaps:[012]$|^--most:\d{1,6}px$|^--player:(?:16\/9|9\/16)$/.test(
            String(value),
          )
        ) {
          found.push(`style ${String(value)}`)
        }
        if (name === 'dataPlayer' && !PLAYER.test(String(value))) found.push(`player ${String(value)}`)
        else if (name.startsWith('data') && name !== 'dataPlayer' && !DATA.includes(String(value)))
          found.push(`${name} ${String(value)}`)
        if (name === 'href' || name === 'src') {
          const { protocol } = new URL(String(value), PAGE)
          const schemes = name === 'href' ? ['https:', 'http:', 'mailto:', 'tel:'] : ['https:', 'http:']
          if (!schemes.includes(protocol)) found.push(`${name} ${String(value)}`)
        }
      }
    }
    if ('children' in node) node.children.forEach(check)
  }
  check(fromHtml(html, { fragment: true }))
  return found
}

/** Every HTML text that leaves the renderer or goes to the editor, and every address given as data. */
function outputs(content: unknown): { html: string[]; urls: string[] } {
  const found = { html: [] as string[], urls: [] as string[] }
  const collect = (value: unknown, name: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, part] of Object.entries(value)) collect(part, Array.isArray(value) ? name : key)
    } else if (typeof value === 'string' && name === 'html') found.html.push(value)
    else if (typeof value === 'string' && ['src', 'image', 'images'].includes(name)) found.urls.push(value)
  }
  collect([toEditorHtml(content), renderBody(content)], '')
  return found
}

/** Every place in every format that can contain text of the vector. */
const TEXT_PATHS: Readonly<Record<string, (vector: string) => unknown>> = {
  'plain text': (v) => v,
  'plain heading, quotation, bold': (v) => `## ${v}\n\n"${v}" — ${v}\n\n**${v}**`,
  'string of HTML': (v) => `<p>a</p>${v}`,
  html: (v) => ({ html: v }),
  'html within': (v) => ({
    html: `<p>a ${v} b</p><h2>${v}</h2><ul><li>${v}</li></ul><blockquote>${v}</blockquote>`,
  }),
  'html in an attribute': (v) => ({
    html: `<img src="/a.webp" alt="${v}" title='${v}'><a href="${v}">x</a>
      <figure data-width="${v}" style="${v}"><img src="/a.webp"></figure>
      <figure data-block="embed" data-player="${v}"><a href="https://youtu.be/${v}" data-player="${v}">${v}</a></figure>
      <figure data-block="embed"><a href="https://youtu.be/dQw4w9WgXcQ?t=${v}&${v}">${v}</a></figure>
      <figure data-block="embed"><a href="${v}">${v}</a></figure>
      <aside>${v}</aside><aside data-block="${v}">${v}</aside><aside data-block="note" id="${v}">${v}</aside>
      <figure data-block="${v}"><figure style="${v}"><img src="/a.webp" width="${v}" height="${v}"></figure></figure>
      <figure data-block="pictures" style="${v}"><figure style="${v}"><img src="/a.webp" width="${v}"></figure></figure>`,
  }),
  lexical: (v) => ({
    root: {
      children: [
        { type: 'heading', tag: v, children: [{ text: v }] },
        { type: 'paragraph', children: [{ type: 'text', text: v, format: 31, style: v }] },
        {
          type: v,
          tag: v,
          children: [{ type: 'link', fields: { url: v, newTab: true }, children: [{ text: v }] }],
        },
        { type: 'image', src: v, altText: v },
      ],
    },
  }),
  prosemirror: (v) => ({
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: v, id: v }, content: [{ type: 'text', text: v }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: v, marks: [{ type: 'link', attrs: { href: v, target: v } }, { type: v }] },
          { type: 'image', attrs: { src: v, alt: v, title: v, width: v } },
        ],
      },
    ],
  }),
  blocks: (v) => ({
    blocks: [
      { type: 'header', data: { text: v, level: v } },
      { type: 'paragraph', data: { text: v } },
      { type: 'list', data: { style: v, items: [v, { content: v, items: [{ content: v }] }] } },
      { type: 'quote', data: { text: v, caption: v } },
      { type: 'image', data: { file: { url: v }, alt: v, caption: v } },
      { type: 'code', data: { code: v } },
      { type: v, data: { text: v, html: v } },
      { type: 'raw', data: { html: v } },
    ],
  }),
  interactive: (v) => ({
    type: 'interactive',
    choices: [{ id: v, title: v, description: v, image: v, content: v }, { content: `<p>a</p>${v}` }],
  }),
  'mixed media': (v) => ({
    type: 'mixed-media',
    sections: [
      { type: 'text', content: v },
      { type: 'text', content: `<div>${v}</div>` },
      {
        type: 'media',
        items: [
          { type: 'image', src: v, alt: v, caption: v },
          { type: 'video', src: v },
        ],
      },
    ],
  }),
}

function expectSafe(content: unknown): void {
  const { html, urls } = outputs(content)
  for (const output of html) expect(violations(output), output).toEqual([])
  for (const url of urls) expect(['https:', 'http:'], url).toContain(new URL(url, PAGE).protocol)
}

test('the list of vectors is long and without duplicates', () => {
  const all = [...HOSTILE_HTML, ...HOSTILE_URLS]
  expect(new Set(all).size).toBe(all.length)
  expect(XSS_VECTORS.length).toBeGreaterThanOrEqual(150)
})

describe.each(Object.entries(TEXT_PATHS))('%s', (_name, content) => {
  test('no HTML vector survives', () => {
    for (const vector of HOSTILE_HTML) {
      expectSafe(content(vector))
      expectSafe(JSON.stringify(content(vector)))
    }
  })

  test('no URL vector survives', () => {
    for (const url of HOSTILE_URLS) {
      expectSafe(content(url))
      expectSafe(content(`<a href="${url}">x</a><img src='${url}'>`))
    }
  })
})

test('no hostile address becomes a link or a picture', () => {
  for (const url of HOSTILE_URLS) {
    const text = { type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: url } }] }
    const image = { type: 'image', attrs: { src: url } }
    const { html } = outputs({ type: 'doc', content: [{ type: 'paragraph', content: [text, image] }] })
    expect(html.join(''), url).not.toMatch(/href|src/)
  }
})

test('random tag soup is sanitised', () => {
  const piece = fc.oneof(
    fc.constantFrom(...HOSTILE_HTML),
    fc.constantFrom(
      ...'p h1 h2 a b i u em table td tr select option svg math mtext style template noscript form li ul blockquote marquee'
        .split(' ')
        .flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} onclick=x href=javascript:x src=x id=y>`]),
    ),
    fc.constantFrom('<!--', '-->', '"', "'", '`', '<', '>', '&lt;', '\0', '<![CDATA[', ']]>', 'text'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      expectSafe({ html: pieces.join('') })
    }),
    { numRuns: 400 },
  )
})

test('the checker of this test detects unsafe HTML', () => {
  expect(violations('<img src=x onerror=alert(1)>')).toEqual(['img onError'])
  expect(violations('<a href="java&#10;script:1">x</a>')).toHaveLength(1)
  expect(violations('<p style="x" class="y"><script></script><!--x-->')).toHaveLength(4)
  expect(violations('<h2 id="location">x</h2><img src="data:image/png,x">')).toHaveLength(2)
})
