import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { setPunctuation, typedPunctuation } from './punctuation.ts'

/** A text after it was typed letter by letter. */
function typed(text: string, language: string): string {
  let set = ''
  for (const letter of text) {
    set += letter
    const edit = typedPunctuation(set, language)
    if (edit !== null) set = set.slice(0, edit.from) + edit.text + set.slice(edit.to)
  }
  return set
}

const SET: Readonly<Record<string, readonly (readonly [written: string, set: string])[]>> = {
  'en-GB': [
    ['"Depends," he said, "what you\'re having."', '“Depends,” he said, “what you’re having.”'],
    ["'There you are,' she said. 'Hello.'", '‘There you are,’ she said. ‘Hello.’'],
    ['"She said \'no\'," he said.', '“She said ‘no’,” he said.'],
    ['\'She said "no",\' he said.', '‘She said “no”,’ he said.'],
    ['("quoted") ["quoted"]', '(“quoted”) [“quoted”]'],
    ['"(No.)" he said', '“(No.)” he said'],
    ['Item 14, "Pebble", as delivered.', 'Item 14, “Pebble”, as delivered.'],
    ["the dogs' bowls and Celeste's", 'the dogs’ bowls and Celeste’s'],
    ["'from five o'clock' she put", '‘from five o’clock’ she put'],
    ["the '70s and the 1970's", 'the ’70s and the 1970’s'],
    ["the summer of '69 was", 'the summer of ’69 was'],
    ["He said, '12 chairs are enough.'", 'He said, ‘12 chairs are enough.’'],
    ["rock 'n' roll, fish 'n chips", 'rock ’n’ roll, fish ’n chips'],
    ["'Tis the season; get 'em. 'Twas so", '’Tis the season; get ’em. ’Twas so'],
    ["She wrote 'em' and 'til'.", 'She wrote ‘em’ and ‘til’.'],
    ['"\'Tis nothing"', '“’Tis nothing”'],
    ['published in "1984" and so on', 'published in “1984” and so on'],
    ['"born in 1984" and so on', '“born in 1984” and so on'],
    ['"I am 6\'2" tall," he said.', '“I am 6\'2" tall,” he said.'],
    ['a room -- a hall, really -- with', 'a room – a hall, really – with'],
    ['a room--a hall, really--with', 'a room—a hall, really—with'],
    ['"I was--" he began', '“I was—” he began'],
    ['from 1914--1918, pp. 3--9', 'from 1914–1918, pp. 3–9'],
    ['one --- two, one---two', 'one — two, one—two'],
    ['-- Ruth, who cooks', '— Ruth, who cooks'],
    ['Well... no.... No', 'Well… no…. No'],
    ['"Well..."', '“Well…”'],
    ['... and then', '… and then'],
    ['He said--"Well, no."', 'He said—“Well, no.”'],
    ['(see "https://x.org/a")', '(see “https://x.org/a”)'],
    ['"What?" "Nothing!"', '“What?” “Nothing!”'],
    ["O'Brien's 'n'", 'O’Brien’s ’n’'],
  ],
  en: [['"Yes"', '“Yes”']],
  de: [
    ['"Ja", sagte sie, "gern."', '„Ja“, sagte sie, „gern.“'],
    ['"Er sagte \'nein\' dazu"', '„Er sagte ‚nein‘ dazu“'],
    ["Wie geht's? Hans' Haus. Gib mir 'nen Stuhl.", 'Wie geht’s? Hans’ Haus. Gib mir ’nen Stuhl.'],
    ["'Wie geht's dir' fragte sie", '‚Wie geht’s dir‘ fragte sie'],
    ['Stuhl -- oder Bank -- und 10--20', 'Stuhl – oder Bank – und 10–20'],
  ],
  'de-AT': [['"Ja"', '„Ja“']],
  'de-CH': [['"Ja, \'gern\' doch"', '«Ja, ‹gern› doch»']],
  fr: [
    ['Il dit "oui" et s\'assit', 'Il dit «\u00a0oui\u00a0» et s’assit'],
    ['Il dit " oui " et', 'Il dit «\u00a0oui\u00a0» et'],
    ["l'homme, aujourd'hui", 'l’homme, aujourd’hui'],
    ['"Il a dit \'non\' ici"', '«\u00a0Il a dit “non” ici\u00a0»'],
    ['oui -- non', 'oui – non'],
    ['"Non !"', '«\u00a0Non !\u00a0»'],
  ],
  'fr-CA': [['"oui"', '«\u00a0oui\u00a0»']],
  es: [
    ['Dijo "hola" y se fue', 'Dijo «hola» y se fue'],
    ['¿"Hola"? ¡"No"!', '¿«Hola»? ¡«No»!'],
    ['--Hola --dijo', '—Hola --dijo'],
    ['"Dijo \'no\' ayer"', '«Dijo “no” ayer»'],
  ],
  'es-MX': [['"hola"', '“hola”']],
  it: [['L\'uomo disse "sì"', 'L’uomo disse «sì»']],
  pt: [['"sim"', '“sim”']],
  'pt-PT': [['"sim"', '«sim»']],
  nl: [['\'s avonds en \'t huis, "ja"', '’s avonds en ’t huis, “ja”']],
  sv: [['Hon sa "ja" och \'nej\' igen, "ja"', 'Hon sa ”ja” och ’nej’ igen, ”ja”']],
  pl: [['"tak" i \'nie\'', '„tak” i «nie»']],
  cs: [['"ano" a \'ne\'', '„ano“ a ‚ne‘']],
  hu: [['"igen"', '„igen”']],
  ru: [['Она сказала "да" -- и ушла', 'Она сказала «да» — и ушла']],
  nb: [['"ja"', '«ja»']],
  tr: [['"evet"', '“evet”']],
}

/** What stays as it was written in every language. */
const MEANT = [
  `a man of 6'2" tall`,
  `a 5' by 10' room`,
  `a 12" ruler, 5' 10" high`,
  '60 x 40 cm',
  'use --help or -v',
  "see https://x.org/a--b/it's...x for more",
  'www.x.org/--a...b ok',
  '../..../a and /usr/--/bin/...',
  'a - b, 1-2-3, -5 to -10',
  'a line ----- of hyphens',
  '0...5 is a range',
  '“Set” already, ‘so’ it’s – fine — here…',
  '10% .. 20%',
]

describe('punctuation is set by the language', () => {
  const rows = Object.entries(SET).flatMap(([language, texts]) =>
    texts.map(([written, set]) => [language, written, set] as const),
  )
  test.each(rows)('%s: %s', (language, written, set) => {
    expect(setPunctuation(written, language)).toBe(set)
  })
  test.each(rows)('as it is typed, %s: %s', (language, written, set) => {
    expect(typed(`${written} x`, language)).toBe(`${set} x`)
  })
})

test.each(
  ['en-GB', 'de', 'fr', 'es', 'sv', 'ru'].flatMap((language) => MEANT.map((text) => [language, text])),
)('in %s this stays as it is: %s', (language = '', text = '') => {
  expect(setPunctuation(text, language)).toBe(text)
  expect(typed(`${text} x`, language)).toBe(`${text} x`)
})

const words = fc.array(
  fc.constantFrom(
    'oak',
    "it's",
    '"Oak"',
    "'70s",
    '(',
    ')',
    '--',
    '...',
    '6\'2"',
    'x,',
    '\n',
    '1914',
    '—',
    '“',
    '’',
    "'n'",
  ),
  { maxLength: 14 },
)
const languages = fc.constantFrom('en', 'de', 'de-CH', 'fr', 'es', 'sv', 'pl', 'ru', 'xx')

test('what is set stays so when it is set again', () => {
  fc.assert(
    fc.property(words, languages, (parts, language) => {
      const once = setPunctuation(parts.join(' '), language)
      expect(setPunctuation(once, language)).toBe(once)
    }),
  )
})

test('only quotation marks, apostrophes, hyphens, dots and the blanks beside them change', () => {
  const other = (text: string) => text.replace(/["'.…’‘“”„‚«»‹›–—\u00a0 -]/g, '')
  fc.assert(
    fc.property(words, languages, (parts, language) => {
      const text = parts.join(' ')
      expect(other(setPunctuation(text, language))).toBe(other(text))
      expect(other(typed(text, language))).toBe(other(text))
    }),
  )
})
