import fc from 'fast-check'
import { LANGUAGES } from '../../src/domain/text/language.ts'
import type { LetterContent } from '../../src/domain/letters/letter.ts'
import { ELEMENTS, htmlName } from '../../src/domain/body/elements.ts'
import type { LetterFrame } from '../../src/letters/letter-frame.ts'
import { legibleTheme } from './random-theme.ts'

/** Random letters, of texts of every element and mark in every other one. */

const words = fc.constantFrom(
  'oak',
  'Crème & brûlée',
  '<b>60</b> * 40',
  '"quoted"',
  '京都',
  'x'.repeat(40),
  '{{name}}',
  '—',
)

const href = fc.constantFrom(
  ...['https://a.example/?q=1&r=2', '/about', '../a?b=c', '//b.example/x', '?q=1', 'mailto:a@b.example'],
  ...[
    'tel:+4930',
    'javascript:alert(1)',
    'data:text/html,x',
    '#s-x',
    'https://',
    ' https://c.example/a b/ü ',
    '',
  ],
)
export const image = fc.constantFrom(
  '/storage/v1/object/public/media/u/1.webp',
  'https://p.example/storage/v1/object/public/media/u/2.jpg',
)

const VALUES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  href,
  src: image,
  alt: words,
  title: words,
  id: fc.constant('s-x'),
  start: fc.constantFrom('1', '-3', '1930'),
  type: fc.constantFrom('a', 'I', '1'),
  reversed: fc.constant('true'),
  value: fc.constantFrom('7', '-1'),
  colSpan: fc.constantFrom('2', '3'),
  rowSpan: fc.constantFrom('2'),
  scope: fc.constantFrom('col', 'row'),
  width: fc.constantFrom('80', '800'),
  height: fc.constantFrom('60', '600'),
  dataWidth: fc.constantFrom('wide', 'full', 'margin'),
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** HTML of the elements of a text in any nesting; a void one has no content. */
export const anyStoryHtml = fc.letrec<{ node: string; nodes: string }>((tie) => ({
  nodes: fc.array(tie('node'), { minLength: 1, maxLength: 4 }).map((nodes) => nodes.join('')),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    words.map(escaped),
    ...Object.entries(ELEMENTS).map(([name, { attributes = {}, blocks = {} }]) =>
      fc
        .tuple(
          fc.record(
            {
              ...Object.fromEntries(
                Object.keys(attributes).map((attribute) => [attribute, VALUES[attribute] ?? words]),
              ),
              ...(Object.keys(blocks).length > 0 && { dataBlock: fc.constantFrom(...Object.keys(blocks)) }),
            },
            { requiredKeys: [] },
          ),
          tie('nodes'),
        )
        .map(([values, inside]) => {
          const given = Object.entries(values as Record<string, string>)
            .map(([attribute, value]) => ` ${htmlName(attribute)}="${escaped(value)}"`)
            .join('')
          return ['img', 'br', 'hr'].includes(name)
            ? `<${name}${given}>`
            : `<${name}${given}>${inside}</${name}>`
        }),
    ),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '<iframe src="https://youtu.be/dQw4w9WgXcQ"></iframe>',
      '<p onclick="x()" style="x">W</p>',
      '<svg><path/></svg>',
      '<x-y>W</x-y>',
    ),
  ),
})).nodes

const story = fc.record({
  ...{ id: fc.uuid(), title: words, excerpt: words, path: fc.constantFrom('/article/a', '/article/b') },
  ...{ category: words, byline: words, image: fc.option(image, { nil: null }), alt: words },
})

const block = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('text' as const), html: anyStoryHtml }), weight: 3 },
  fc.record({ kind: fc.constant('hero' as const), story }),
  fc.record({
    kind: fc.constant('stories' as const),
    heading: words,
    stories: fc.array(story, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('picture' as const), image, alt: words, caption: words, href }),
  fc.record({ kind: fc.constant('button' as const), label: words, href }),
)

export const anyLetter: fc.Arbitrary<LetterContent> = fc.record({
  subject: words,
  preview_text: fc.oneof(fc.constant(''), words),
  blocks: fc.array(block, { minLength: 1, maxLength: 4 }),
})

export const anyFrame: fc.Arbitrary<LetterFrame> = fc.record({
  siteUrl: fc.constant('https://mantel.example'),
  siteName: words,
  language: fc.constantFrom(...LANGUAGES),
  theme: legibleTheme,
  slug: fc.constantFrom('first-frost', null),
})
