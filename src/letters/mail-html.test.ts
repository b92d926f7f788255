import { caniemail } from 'caniemail'
import fc from 'fast-check'
import type { Element, Nodes } from 'hast'
import { visit } from 'unist-util-visit'
import { describe, expect, test } from 'vitest'
import { anyFrame, anyLetter, anyStoryHtml } from '../../tests/support/random-letter.ts'
import { randomCases } from '../../tests/support/long-run.ts'
import { anyTheme } from '../../tests/support/random-theme.ts'
import { ELEMENTS } from '../domain/body/elements.ts'
import { type LetterContent, MAX_HTML_BYTES, type ShownStory } from '../domain/letters/letter.ts'
import { SCHEMES, STANDARD_THEME } from '../domain/theme/theme.ts'
import type { LetterFrame } from './letter-frame.ts'
import { MAIL_RULES } from './mail-body.ts'
import { MAIL_TEXTS, leastMailContrast, mailColours } from './mail-colours.ts'
import { mailHtml } from './mail-html.ts'
import { mailText } from './mail-text.ts'
import { PREFERENCES_PLACE, UNSUBSCRIBE_PLACE, withLinks } from './reader-links.ts'
import { parseHtml } from '#parse-html'

const frame: LetterFrame = {
  siteUrl: 'https://mantel.example',
  siteName: 'Mantel',
  language: 'en',
  theme: STANDARD_THEME,
  slug: 'first-frost',
}

function story(row: Partial<ShownStory> = {}): ShownStory {
  return {
    ...{ id: '0', title: 'The bench', excerpt: 'Older than the house.', path: '/article/the-bench' },
    ...{ category: 'Rooms', byline: 'By Ines Abril', image: '/uploads/bench.webp', alt: 'A bench', ...row },
  }
}

const letter = (...blocks: LetterContent['blocks']): LetterContent => ({
  ...{ subject: 'First frost', preview_text: 'A wall you can dent', blocks },
})

function elementsOf(html: string): Element[] {
  const found: Element[] = []
  visit(parseHtml(html), 'element', (node) => {
    found.push(node)
  })
  return found
}

const TAGS = new Set(
  'title style meta div table tbody tr td th a img p h1 h2 h3 h4 ul ol li pre br strong em u s span code sup sub'.split(
    ' ',
  ),
)
const ATTRIBUTES = new Set(
  'charSet name content role lang width align vAlign border cellPadding cellSpacing className style href src alt start type value colSpan rowSpan scope'.split(
    ' ',
  ),
)

describe('the HTML of a mail', () => {
  test('has a rule for every element of a text', () => {
    expect(Object.keys(MAIL_RULES).toSorted()).toEqual(Object.keys(ELEMENTS).toSorted())
  })

  test('has no tag, attribute or address that programs for mail refuse, whatever a letter holds', () => {
    fc.assert(
      fc.property(anyLetter, anyFrame, (content, around) => {
        for (const { tagName, properties } of elementsOf(mailHtml(content, around))) {
          expect(TAGS, tagName).toContain(tagName)
          for (const name of Object.keys(properties)) expect(ATTRIBUTES, `${tagName} ${name}`).toContain(name)
          for (const address of [properties.href, properties.src]) {
            if (address !== undefined) expect(address).toMatch(/^(https?:\/\/[^/]|mailto:)/)
          }
          if (tagName === 'img')
            expect(properties).toMatchObject({ alt: expect.any(String), width: expect.anything() })
        }
      }),
      { numRuns: randomCases(300) },
    )
  })

  test('says names and titles as words, not as markup', () => {
    const html = mailHtml(
      {
        ...letter({ kind: 'hero', story: story({ title: '<img src=x onerror=1>' }) }),
        subject: '</title><script>',
      },
      { ...frame, siteName: 'A & <b>B</b>' },
    )
    expect(html).toContain('&#x3C;img src=x onerror=1>')
    expect(html).not.toMatch(/<script|<b>|<img src=x/)
  })

  test('names the pictures beside the page of its letter, and before that those of the library', () => {
    const content = letter(
      { kind: 'hero', story: story() },
      { kind: 'stories', heading: '', stories: [story({ image: '/uploads/wall.webp' }), story()] },
    )
    const sources = (html: string) => elementsOf(html).flatMap(({ properties: { src } }) => src ?? [])
    expect(sources(mailHtml(content, frame))).toEqual(
      [1, 2, 3].map((number) => `https://mantel.example/letters/first-frost/${number}.jpg`),
    )
    expect(sources(mailHtml(content, { ...frame, slug: null }))).toEqual(
      ['bench', 'wall', 'bench'].map((name) => `https://mantel.example/uploads/${name}.webp`),
    )
  })

  test('of thirty stories has no more than 80 KB', () => {
    const stories = Array.from({ length: 30 }, (_, index) =>
      story({
        ...{
          title: `${index} ${'A wall that somebody began '.repeat(3)}`,
          excerpt: 'Light comes from one side. '.repeat(8),
        },
        ...{
          byline: 'Words by Ines Abril and Ann Berg, photographs by Zoë Ünal',
          path: `/article/${'a-wall-'.repeat(9)}${index}`,
        },
      }),
    )
    const html = mailHtml(letter({ kind: 'stories', heading: 'New', stories }), frame)
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_HTML_BYTES)
  })
})

const textContent = (node: Nodes): string =>
  node.type === 'text'
    ? node.value
    : 'children' in node &&
        !(node.type === 'element' && (node.tagName === 'style' || node.tagName === 'title'))
      ? node.children.map(textContent).join(' ')
      : ''
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

describe('the text of a mail', () => {
  test('has the words of every text', () => {
    fc.assert(
      fc.property(anyStoryHtml, (html) => {
        const body = (content: LetterContent) => {
          const mail = parseHtml(mailHtml(content, { ...frame, slug: null }))
          return wordsIn(textContent(mail))
        }
        const around = new Set(body(letter()))
        const text = wordsIn(mailText(letter({ kind: 'text', html }), { ...frame, slug: null })).join('')
        for (const word of body(letter({ kind: 'text', html })))
          if (!around.has(word)) expect(text).toContain(word)
      }),
      { numRuns: randomCases(300) },
    )
  })

  test('has every link of its HTML', () => {
    fc.assert(
      fc.property(anyLetter, anyFrame, (content, around) => {
        const text = mailText(content, around)
        for (const { properties } of elementsOf(mailHtml(content, around))) {
          if (properties.href !== undefined)
            expect(text).toContain(String(properties.href).replace('mailto:', ''))
        }
      }),
      { numRuns: randomCases(300) },
    )
  })

  test('has no markup, and the words in a readable order', () => {
    const html =
      '<h2>Rooms</h2><p>One <a href="/about">wall</a>,<br>two.</p><ul><li>A</li><li>B<ol start="3"><li>c</li></ol></li></ul>' +
      '<blockquote><p>Long.</p><footer>Ines</footer></blockquote><table><tr><th>Room</th><th>m²</th></tr><tr><td>Hall</td><td>6</td></tr></table>' +
      '<figure><img src="/uploads/a.webp" alt="A room"><figcaption>In May</figcaption></figure><hr><pre>a\n  b</pre>'
    const text = mailText(letter({ kind: 'text', html }), frame)
    expect(text).toContain(
      [
        ...['Rooms', '-----', '', 'One wall (https://mantel.example/about?l=first-frost),', 'two.', ''],
        ...['- A', '- B', '  3. c', '', '> Long.', '> ', '> — Ines', '', 'Room | m²', 'Hall | 6', ''],
        ...['[A room]', 'In May', '', '* * *', '', 'a', '  b'],
      ].join('\n'),
    )
  })
})

describe('the colours of a mail', () => {
  test('leave every text legible in light, in dark, and however a program inverts them', () => {
    fc.assert(
      fc.property(anyTheme, (theme) => {
        for (const scheme of SCHEMES) {
          const colours = mailColours(theme)[scheme]
          for (const ground of [colours.ground, colours.sheet]) {
            expect(['#ffffff', '#000000']).not.toContain(ground)
            for (const name of MAIL_TEXTS)
              expect([scheme, name, leastMailContrast(colours[name], ground) >= 4.5]).toEqual([
                scheme,
                name,
                true,
              ])
          }
        }
      }),
      { numRuns: randomCases(300) },
    )
  })

  test('are declared so that every text of a mail is legible on what is under it', () => {
    fc.assert(
      fc.property(anyLetter, anyFrame, (content, around) => {
        const html = mailHtml(content, around)
        const dark = darkColours(html)
        for (const { front, ground } of [...textColours(html, {}), ...textColours(html, dark)])
          expect([front, ground, leastMailContrast(front, ground) >= 4.5]).toEqual([front, ground, true])
      }),
      { numRuns: randomCases(100) },
    )
  })

  test('stay those of the theme where they are legible', () => {
    const { light, dark } = mailColours(STANDARD_THEME)
    expect(light).toMatchObject({ ground: STANDARD_THEME.light.paper, ink: STANDARD_THEME.light.ink })
    expect(dark).toMatchObject({ ground: STANDARD_THEME.dark.paper, ink: STANDARD_THEME.dark.ink })
  })
})

type ByClass = Record<string, Partial<Record<'color' | 'background-color', string>>>

/** What the classes of a mail have in the dark. */
function darkColours(html: string): ByClass {
  const [, rules = ''] = /prefers-color-scheme:dark\)\{(.*?\})\}/.exec(html) ?? []
  const found = rules.matchAll(/\.(\w)\{([\w-]+):(#\w{6})!important\}/g)
  return Object.fromEntries(
    Array.from(found, ([, name = '', property = '', hex]) => [name, { [property]: hex }]),
  )
}

/** The colours of each text, and of the ground that it is on. */
function textColours(html: string, byClass: ByClass): { front: string; ground: string }[] {
  const found: { front: string; ground: string }[] = []
  const read = (node: Nodes, around: { front: string; ground: string }): void => {
    if (node.type === 'text' && node.value.trim() !== '') found.push(around)
    if (!('children' in node)) return
    const { style = '', className = [] } = node.type === 'element' ? node.properties : {}
    const own = (property: 'color' | 'background-color') => {
      const classes = [className].flat().map((name) => byClass[String(name)]?.[property])
      const declared = new RegExp(`(?:^|;)${property}:(#\\w{6})`).exec(String(style))?.[1]
      return classes.find((hex) => hex !== undefined) ?? declared
    }
    const here = { front: own('color') ?? around.front, ground: own('background-color') ?? around.ground }
    for (const child of node.children) {
      const isShown = !(child.type === 'element' && ['style', 'title'].includes(child.tagName))
      if (isShown) read(child, here)
    }
  }
  // The parser drops the body of a fragment, and its colours.
  read(parseHtml(html.replaceAll(/<(\/?)body/g, '<$1div')), { front: '', ground: '' })
  return found
}

/** What some programs do not support, and why a mail has it all the same. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  'color-scheme CSS property': 'says that there are dark colours; others show the light ones, or invert them',
  'color-scheme meta tag': 'the same',
  '@media': 'dark colours, and less room on phones: without them the mail is light and a little narrower',
  '<style> element': 'holds the two',
  'display:none': 'hides the preview line, which others show above the letter',
  '<body> element': 'becomes another element that keeps its styles',
  'max-height property': 'hides the preview line where display:none is not known',
  overflow: 'the same',
  'white-space': 'wraps the lines of a text in lines of its own, which others scroll',
  'border-radius': 'rounds a button, which is square for others',
  'role attribute': 'tells screen readers that a table is for layout; the program is no longer sold',
}

test('every feature of a mail is supported by Gmail, Apple Mail and Outlook, except those listed with a reason', () => {
  const all = Object.keys(ELEMENTS)
  const html = mailHtml(
    letter(
      {
        kind: 'text',
        html: `${all.map((name) => `<${name}>words</${name}>`).join('')}<table><tr><th>a</th><td>b</td></tr></table><ul><li>a</li></ul><ol><li>b</li></ol><p><a href="/a">link</a></p><figure><img src="/uploads/a.webp" alt="A"></figure>`,
      },
      { kind: 'hero', story: story() },
      { kind: 'stories', heading: 'New', stories: [story()] },
      { kind: 'picture', image: '/uploads/a.webp', alt: '', caption: 'In May', href: '/a' },
      { kind: 'button', label: 'Read', href: '/a' },
    ),
    frame,
  )
  const { issues } = caniemail({ clients: ['gmail.*', 'apple-mail.*', 'outlook.*'], html })
  const titles = [...issues.errors.values()].flatMap((list) => list.map(({ title }) => title))
  expect([...new Set(titles)].toSorted()).toEqual(Object.keys(UNSUPPORTED).toSorted())
})

test('the links of a reader take their places, and nothing else can', () => {
  const links = {
    unsubscribe: 'https://a.example/subscription?unsubscribe=0',
    preferences: 'https://a.example/p',
  }
  const mail = withLinks(mailHtml(letter(), frame), links)
  expect(mail).toContain(`href="${links.unsubscribe}"`)
  expect(mail).not.toContain(UNSUBSCRIBE_PLACE)
  expect(mail).not.toContain(PREFERENCES_PLACE)
  expect(() => withLinks('', { ...links, preferences: 'https://a.example/"><b>' })).toThrow(
    'no plain address',
  )
})
