import { expect, test } from 'vitest'
import { ghostBody } from './body.ts'

const bodyOf = (document: object) =>
  ghostBody(
    { lexical: '', mobiledoc: JSON.stringify({ version: '0.3.1', ...document }), html: '', markdown: '' },
    { base: null, language: 'en', opening: [] },
  )

/** A card alone. */
const card = (name: string, payload: object) => ({ cards: [[name, payload]], sections: [[10, 0]] })

test.each<[what: string, document: object, html: string]>([
  [
    'markups that open and close across texts',
    {
      markups: [['strong'], ['a', ['href', '__GHOST_URL__/b/', 'rel', 'x']], ['em']],
      sections: [
        [
          1,
          'p',
          [
            [0, [], 0, 'a '],
            [0, [0, 1], 0, 'b'],
            [0, [2], 2, 'c'],
            [0, [], 1, 'd'],
            [0, [], 0, 'e'],
          ],
        ],
      ],
    },
    '<p>a <strong><a href="/b/">b<em>c</em></a>d</strong>e</p>',
  ],
  [
    'soft returns',
    {
      atoms: [['soft-return', '', {}]],
      sections: [
        [
          1,
          'p',
          [
            [0, [], 0, 'a'],
            [1, [], 0, 0],
            [0, [], 0, 'b'],
          ],
        ],
      ],
    },
    '<p>a<br>b</p>',
  ],
  ['headings', { sections: [[1, 'h2', [[0, [], 0, 'a']]]] }, '<h2>a</h2>'],
  [
    'quotations',
    {
      sections: [
        [1, 'blockquote', [[0, [], 0, 'a']]],
        [1, 'aside', [[0, [], 0, 'b']]],
      ],
    },
    '<blockquote><p>a</p></blockquote><blockquote><p>b</p></blockquote>',
  ],
  [
    'lists',
    { sections: [[3, 'ol', [[[0, [], 0, 'a']], [[0, [], 0, 'b']]]]] },
    '<ol><li>a</li><li>b</li></ol>',
  ],
  ['pictures of Mobiledoc', { sections: [[2, '/a.jpg']] }, '<figure><img src="/a.jpg" alt=""></figure>'],
  [
    'version 0.3.2, with attributes',
    { version: '0.3.2', sections: [[1, 'p', [[0, [], 0, 'a']], ['data-md-text-align', 'center']]] },
    '<p>a</p>',
  ],
  [
    'pictures',
    card('image', { src: '/a.jpg', alt: 'A', caption: 'B', cardWidth: 'full' }),
    '<figure data-width="full"><img src="/a.jpg" alt="A"><figcaption>B</figcaption></figure>',
  ],
  [
    'galleries',
    card('gallery', {
      images: [
        { fileName: 'a.jpg', row: 0, src: '/a.jpg', width: 1, height: 1 },
        { row: 0, src: '/b.jpg' },
      ],
    }),
    '<figure data-block="pictures" data-width="wide"><figure><img src="/a.jpg" alt=""></figure><figure><img src="/b.jpg" alt=""></figure></figure>',
  ],
  ['Markdown', card('markdown', { markdown: '**a**' }), '<p><strong>a</strong></p>'],
  [
    'Markdown of Ghost 1',
    card('card-markdown', { cardName: 'card-markdown', markdown: '- a\n- b' }),
    '<ul><li>a</li><li>b</li></ul>',
  ],
  ['HTML', card('html', { html: '<p>a</p>' }), '<p>a</p>'],
  ['rules', card('hr', {}), '<hr>'],
  ['code', card('code', { code: 'a', language: 'js' }), '<pre><code>a</code></pre>'],
  [
    'films',
    card('embed', {
      url: 'https://vimeo.com/93206523',
      html: '<iframe src="https://player.vimeo.com/video/93206523"></iframe>',
      type: 'video',
    }),
    '<figure data-block="embed"><a href="https://vimeo.com/93206523">https://vimeo.com/93206523</a></figure>',
  ],
  [
    'films by their frame only',
    card('embed', { html: '<iframe src="//www.youtube.com/embed/dQw4w9WgXcQ"></iframe>' }),
    '<figure data-block="embed"><a href="https://www.youtube.com/embed/dQw4w9WgXcQ">https://www.youtube.com/embed/dQw4w9WgXcQ</a></figure>',
  ],
  [
    'bookmarks',
    card('bookmark', {
      type: 'bookmark',
      url: 'https://a.example',
      metadata: { url: 'https://a.example', title: 'A' },
    }),
    '<p><a href="https://a.example">A</a></p>',
  ],
  [
    'cards that the document lacks',
    {
      cards: [],
      sections: [
        [10, 7],
        [1, 'p', [[0, [], 0, 'a']]],
      ],
    },
    '<p>a</p>',
  ],
  [
    'markups that the document lacks',
    {
      sections: [
        [
          1,
          'p',
          [
            [0, [3], 9, 'a'],
            [0, [], 2, 'b'],
          ],
        ],
      ],
    },
    '<p>ab</p>',
  ],
])('Mobiledoc: %s', (_, document, html) => {
  expect(bodyOf(document).html).toBe(html)
})

test('a paywall makes the whole text one for members', () => {
  expect(bodyOf(card('paywall', {})).isGated).toBe(true)
})
