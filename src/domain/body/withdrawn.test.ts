import { expect, test } from 'vitest'
import { el, text } from './html/hast.ts'
import { renderBody } from './render.ts'

const PATH = 'u1/17.webp'
const GONE = `https://x.example/storage/v1/object/public/media/${PATH}`
const KEPT = 'https://x.example/storage/v1/object/public/media/u1/18.webp'

/** Each format with a picture that is withdrawn, and one that is not. */
const BODIES: Readonly<Record<string, unknown>> = {
  HTML: {
    html: `<p>One.</p><figure><img src="${GONE}"><figcaption>Below it</figcaption></figure><p>Two, see <a href="${GONE}">the plan</a>.</p><img src="${KEPT}">`,
  },
  'HTML in another spelling': {
    html: `<p>One.</p><img src="${GONE.replace('17', '%317')}?w=2"><p>Two.</p><img src="${GONE.replace('.webp', '-thumb.webp')}"><img src="${KEPT}">`,
  },
  'a link around a picture': {
    html: `<p>One.</p><a href="/browse"><img src="${GONE}"></a><p>Two.</p><img src="${KEPT}">`,
  },
  blocks: [
    { type: 'paragraph', data: { text: 'One. Two.' } },
    { type: 'image', data: { file: { url: GONE }, caption: 'Below it' } },
    { type: 'image', data: { file: { url: KEPT } } },
  ],
  'rich text': {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'One. Two.' }] },
      { type: 'image', attrs: { src: GONE, alt: '' } },
      { type: 'image', attrs: { src: KEPT, alt: '' } },
    ],
  },
  choices: {
    type: 'interactive',
    choices: [
      { id: 'a', title: 'One. Two.', description: '', image: GONE, content: `<p>x</p><img src="${GONE}">` },
      { id: 'b', title: 'B', description: '', image: KEPT, content: '<p>x</p>' },
    ],
  },
  slides: {
    type: 'mixed-media',
    sections: [
      { type: 'text', content: '<p>One. Two.</p>' },
      {
        type: 'media',
        items: [
          { type: 'image', src: GONE, caption: 'Below it' },
          { type: 'image', src: KEPT },
        ],
      },
    ],
  },
}

test.for(Object.entries(BODIES))(
  'a file that is withdrawn is left out of %s, with its caption',
  ([, content]) => {
    const shown = JSON.stringify(renderBody(content, { withdrawn: [PATH] }))
    expect(shown).toContain('18.webp')
    for (const words of ['One.', 'Two']) expect(shown).toContain(words)
    for (const words of ['17', 'Below it']) expect(shown).not.toContain(words)
    expect(JSON.stringify(renderBody(content))).toMatch(/17/)
  },
)

test('slides that are all withdrawn leave a body without slides, and no error', () => {
  const content = {
    type: 'mixed-media',
    sections: [{ type: 'media', items: [{ type: 'image', src: GONE }] }],
  }
  expect(renderBody(content, { withdrawn: [PATH] })).toMatchObject({ kind: 'mixed-media', sections: [] })
})

test('a figure has its own caption, else the caption of its picture, and the credits of its pictures', () => {
  const captionOf = (src: string) => ({
    caption: 'From the library',
    credit: [el('small', [text(src === KEPT ? 'B' : 'A')])],
  })
  const html = (source: string) => {
    const body = renderBody({ html: source }, { captionOf })
    return body.kind === 'html' ? body.html : ''
  }
  const figure = (caption: string) => `<figure><img src="${GONE}">${caption}</figure>`
  expect(html(figure('<figcaption>Its own</figcaption>'))).toContain(
    '<figcaption>Its own <small>A</small></figcaption>',
  )
  expect(html(figure(''))).toContain('<figcaption>From the library <small>A</small></figcaption>')
  const several = `<figure><img src="${GONE}"><img src="${KEPT}"><img src="${GONE}"></figure>`
  expect(html(several)).toContain('<figcaption><small>A</small> <small>B</small></figcaption>')
})
