import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TextEditor } from '../../../../tests/support/text-editor.ts'
import { bodyExtensions } from '../body-schema.ts'
import { NumberedLists } from '../blocks/numbered-lists.ts'
import { AutoLink } from './auto-link.ts'
import { TypedFormatting } from './typed-formatting.ts'
import { UndoSteps } from './undo-steps.ts'

const editor = new TextEditor(bodyExtensions, [TypedFormatting, AutoLink, NumberedLists, UndoSteps], {
  type: 'doc',
  content: [{ type: 'paragraph' }],
})

/** The editor of all tests, without a text and without steps to undo. */
function emptyText(): TextEditor {
  editor.restart()
  return editor
}

function typed(text: string): string {
  const editor = emptyText()
  editor.type(text)
  return editor.html
}

/** Each is tried at the start of a paragraph and within a sentence. */
const PROSE = [
  // Measures, sums and prices.
  ...[
    '60 * 40 * 30 cm',
    '60*40*30 cm',
    '60 *40 *30',
    '60* 40* 30 cm',
    '2 * 3 = 6',
    '5 *6* 7',
    '£40 * excluding *',
  ],
  ...[
    'a * b * c',
    'n * (n - 1) / 2',
    '2 ** 8 = 256',
    '2**8**2',
    '** from June **',
    '10 ~ 20 ~ 30 °C',
    '~20 to ~30',
  ],
  ...[
    'a ~~ b ~~ c',
    '~~ sold ~~',
    '5` by 10` long',
    'a ` b ` c',
    '1` and 2` of arc',
    '3 < 4 > 2',
    '5 > 4 and 4 > 3',
  ],
  ...['½ * 3½ * ⅔', '12 x 24 x 36', '-5 to -10 °C', '1-2-3', '+44 20 7946 0018', '1 + 1 = 2', '+ 5 per cent'],
  // Stars of hotels and notes.
  ...[
    'a 5* hotel and a 4* one',
    'sold* and reserved**',
    'from £90* a night',
    '*, ** and *** are stars',
    'four **** stars',
  ],
  ...[
    'see the note *',
    '* * *',
    '* Prices include VAT',
    '**** out of *****',
    'C*-algebra',
    'f**k and s**t',
    'the * in the corner*',
    '***',
  ],
  // Underscores.
  ...[
    'snake_case_name',
    '__init__ is a method',
    '_DSC_0042_ is blurred',
    'IMG_2041_final_v2.jpg',
    '_blank_ and _top_',
  ],
  ...[
    'Name: ____ Date: ____',
    '___ is missing',
    '_ _ _',
    'a_b',
    '__',
    '_one_',
    'fill in __ here __',
    'the _house_ rules',
  ],
  // Years, dates and numbers with dots.
  ...[
    '1930. The house is built.',
    '2026. A year begins',
    '24. Dezember',
    '3. Oktober 1990',
    '12. The twelfth house',
  ],
  ...[
    '0. Before',
    '2. Stock',
    '007. The name',
    '10.000 visitors',
    '9.30 to 17.00',
    '3.5 m',
    '1.5.2026',
    '24.12.',
    '1789.',
  ],
  ...[
    '1) One',
    'a. First',
    'i. First',
    'No. 7',
    'p. 12',
    'pp. 3–9',
    '§ 12.3',
    'v1.2.3',
    '#1 in the charts',
    '#hashtag',
  ],
  // Dots without a blank, files and hosts.
  ...[
    'We moved in.It was cold',
    'at 5.am and 6.pm',
    'plan.zip',
    'readme.md',
    'index.ts',
    'moved in.it was',
    'home.House',
  ],
  ...[
    'the end.The start',
    'Mr.Smith and Dr.No',
    'a.m. and p.m.',
    'e.g. this',
    'i.e. that',
    'Node.js',
    'ASP.NET',
    'St.Pauli',
  ],
  ...[
    'example.org',
    'mantel.example',
    'Booking.com',
    'vs.the',
    'U.S.A',
    'J.R.R. Tolkien',
    'etc.and so on',
    'photo.app',
  ],
  ...[
    'www',
    'www.',
    'www.It was',
    'http',
    'http: no',
    'https://',
    'https://…',
    'www.—',
    'and/or',
    '//',
    'a/b/c',
    'file://x',
    'javascript:alert(1)',
  ],
  ...[
    '@mantel',
    'me@home',
    'meet @ five',
    'a@b',
    'us@home.It was',
    'ines (at) mantel.example',
    'C:\\plans',
    '~/plans',
  ],
  // Dashes.
  ...[
    'well - she said',
    '– a pause –',
    '— Marit',
    '—Marit',
    '--',
    '-- Marit',
    '---',
    '--- Marit',
    '-–-',
    '– 5 °C',
    '·',
    '• ',
    '—',
    'a--b',
    '->',
    '=>',
  ],
  ...['-1', '-x', 'one - two - three', 'mother-in-law', '2019–2024', '…', '...', 'wait...what', '-- and --'],
  // Signs of other formatting.
  ...[
    '[sic]',
    '[Mina: please check]',
    '[one](two)',
    '[a] (b)',
    '[1](2)',
    '[x](in a year)',
    '![a](b)',
    '[](x)',
    '[a]b',
    '(a)[b]',
  ],
  ...[
    '{x}',
    '<p>',
    '<b>bold</b>',
    '|a|b|',
    '>5',
    '>>',
    '##x',
    '#####',
    '##### five',
    '\\*no\\*',
    '``',
    '`',
    '~~',
    '~~~',
    '(c)',
  ],
  ...[
    '"quoted"',
    "'quoted'",
    '1/2',
    '(r)',
    ':)',
    ':smile:',
    '^2',
    '==marked==',
    '$x$',
    '%',
    '&amp;',
    '&',
    '5 #',
    '3 >',
    'a - b',
    'N.B.',
    'c/o',
    '7.30pm',
    '1.000,50 €',
    'Q&A',
    '`half',
    'half`',
  ],
  ...[
    'Tom & Jerry',
    'A+',
    'C++',
    'C#',
    '日本。京都',
    'Κουζίνα.Σπίτι',
    'é.à',
    '“A *half”',
    'x=*y',
    '*x',
    'x*',
    '**x*',
    'x**',
    '**x',
  ],
]

describe('what is typed stays as it was typed', () => {
  test('the table has 200 pieces of prose', () => {
    expect(new Set(PROSE).size).toBeGreaterThanOrEqual(200)
  })

  test.each(PROSE)('%s', (piece) => {
    expect(typed(`${piece} and so on`)).toBe(`<p>${piece} and so on</p>`)
    expect(typed(`Then ${piece} and so on`)).toBe(`<p>Then ${piece} and so on</p>`)
    expect(typed(`Then ${piece}\nx`)).toBe(`<p>Then ${piece}</p><p>x</p>`)
  })

  test.each(PROSE)('pasted: %s', (piece) => {
    const editor = emptyText()
    editor.paste(`${piece} and so on`)
    editor.type(' x')
    expect(editor.html).toBe(`<p>${piece} and so on x</p>`)
  })

  test('signs between blanks never format', () => {
    const word = fc.constantFrom(
      'oak',
      '40',
      'cm',
      'in.It',
      'a_b',
      '1930.',
      '*',
      '**',
      '_',
      '__',
      '~~',
      '`',
      '–',
      '#',
      '>',
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = ['Oak', ...words, 'end'].join(' ')
        expect(typed(text)).toBe(`<p>${text}</p>`)
      }),
    )
  })
})

describe('signs of Markdown format what is typed between them, and nothing after', () => {
  test.each([
    ['a **bold word** x', '<p>a <b>bold word</b> x</p>'],
    ['an *italic word* x', '<p>an <i>italic word</i> x</p>'],
    ['now ~~£40~~ £30', '<p>now <s>£40</s> £30</p>'],
    ['the `code` x', '<p>the <code>code</code> x</p>'],
    ['**Bold** *italic* x', '<p><b>Bold</b> <i>italic</i> x</p>'],
    ['a [word](https://x.org/a_(b)) x', '<p>a <a href=https://x.org/a_(b)>word</a> x</p>'],
    ['a [word](mantel.example)x', '<p>a <a href=https://mantel.example>word</a>x</p>'],
    ['a [word](/about), x', '<p>a <a href=/about>word</a>, x</p>'],
    ['# One', '<h1>One</h1><p></p>'],
    ['#### Four', '<h4>Four</h4><p></p>'],
    ['- One\nTwo', '<ul><li><p>One</p></li><li><p>Two</p></li></ul><p></p>'],
    ['> Said', '<blockquote><p>Said</p></blockquote><p></p>'],
    ['``` x', '<pre>x</pre><p></p>'],
    ['---\nx', '<hr></hr><p>x</p>'],
    ['***\nx', '<hr></hr><p>x</p>'],
  ])('%s', (text, html) => {
    expect(typed(text)).toBe(html)
  })

  test.each(['- x', '1. x', '> x', '# x'])('%s stays text in a heading', (text) => {
    expect(typed(`## ${text}`)).toBe(`<h2>${text}</h2><p></p>`)
  })

  test.each(['**b**', '*i*', '- ', '1. ', '## ', '> ', '[a](/b)', 'https://x.org '])(
    'undo brings back %s as it was typed',
    (text) => {
      const editor = emptyText()
      editor.type(text)
      editor.press('Mod-z')
      expect(editor.html).toMatch(/^<p>[^<]*<\/p>(?:<p><\/p>)?$/)
      expect(editor.text.trimEnd()).toBe(text.trimEnd())
    },
  )
})

describe('an address becomes a link when it is meant as one', () => {
  const link = (address: string, href = address) => `<a href=${href}>${address}</a>`

  test.each([
    ['https://x.org/a?b=c#d', link('https://x.org/a?b=c#d')],
    ['http://x.org', link('http://x.org')],
    ['HTTPS://X.org', link('HTTPS://X.org')],
    ['www.x.org/chairs', link('www.x.org/chairs', 'https://www.x.org/chairs')],
    ['ines@x.org', link('ines@x.org', 'mailto:ines@x.org')],
    ['(https://x.org)', `(${link('https://x.org')})`],
    ['https://x.org.', `${link('https://x.org')}.`],
    ['“https://x.org”', `“${link('https://x.org')}”`],
    ['»https://x.org«.', `»${link('https://x.org')}«.`],
    ['https://x.org。', `${link('https://x.org')}。`],
    ['https://x.org/a。好', `${link('https://x.org/a')}。好`],
    ['https://x.org—and', `${link('https://x.org')}—and`],
    ['https://x.org/a.”)', `${link('https://x.org/a')}.”)`],
    ['https://x.org’s', `${link('https://x.org')}’s`],
    ['「https://x.org/ä」', `「${link('https://x.org/ä')}」`],
    ['https://x.org/a\u200bb', `${link('https://x.org/a')}\u200bb`],
    ['https://x.org/a,', `${link('https://x.org/a')},`],
  ])('%s', (text, html) => {
    expect(typed(`See ${text} x`)).toBe(`<p>See ${html} x</p>`)
    expect(typed(`See ${text}\nx`)).toBe(`<p>See ${html}</p><p>x</p>`)
    const editor = emptyText()
    editor.paste(`See ${text} x`)
    expect(editor.html).toBe(`<p>See ${html} x</p>`)
  })

  test('what is typed at its end does not belong to it', () => {
    const editor = emptyText()
    editor.paste('https://x.org')
    editor.type('. It')
    expect(editor.html).toBe(`<p>${link('https://x.org')}. It</p>`)
  })

  test('an address whose link was undone stays plain', () => {
    const editor = emptyText()
    editor.type('https://x.org ')
    editor.press('Mod-z')
    editor.type('is old\n')
    expect(editor.html).toBe('<p>https://x.org is old</p><p></p>')
  })

  test('not in code', () => {
    expect(typed('``` https://x.org x')).toBe('<pre>https://x.org x</pre><p></p>')
    const editor = emptyText()
    editor.type('``` ')
    editor.paste('https://x.org')
    expect(editor.html).toBe('<pre>https://x.org</pre><p></p>')
  })
})
