import { expect, test } from 'vitest'
import { hasHiddenCharacters, initialOf, nameKey, toldApart } from './person-name.ts'

const UNSEEN =
  /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Co}\p{Noncharacter_Code_Point}]/u

test('names that differ only in characters that cannot be seen are the same', () => {
  const distinguishing: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code)
    if (!UNSEEN.test(character) || hasHiddenCharacters(character)) continue
    if (nameKey(`Ines${character}Abril`) !== 'inesabril') distinguishing.push(code.toString(16))
  }
  expect(distinguishing).toEqual([])
})

test.each([
  'Zoë Ångström',
  'Łukasz Groß',
  'İsmet Işıl',
  'Ελένη',
  'Олег Попов',
  '李小龍',
  'نور',
  'نیلوفر می\u200cخواهد',
  'देवी',
  'क्\u200dष',
  'Հայկ',
  'ᏣᎳᎩ',
  '葛\u{e0100}城',
])('%s is a name that a person may have', (name) => {
  expect(hasHiddenCharacters(name)).toBe(false)
})

test.each([
  ['Ines Abril', 'I'],
  ['\u{20000}小龍', '\u{20000}'],
  ['E\u0301lodie', 'E\u0301'],
  ['देवी', 'दे'],
  ['', ''],
])('the initial of %s is %s', (name, initial) => {
  expect(initialOf(name)).toBe(initial)
})

test('people are told apart where their names look alike, and only there', () => {
  const people = ['Anna Meyer', 'Ines Abril', 'Аnnа Meyer', 'anna  meyer', '李', '李'].map((name, at) => ({
    id: String(at),
    name,
    email: at === 3 ? null : `${at}@mantel.example`,
  }))
  expect(toldApart(people, ({ email }) => email).map(({ label }) => label)).toEqual([
    'Anna Meyer (0@mantel.example)',
    'Ines Abril',
    'Аnnа Meyer (2@mantel.example)',
    'anna  meyer',
    '李 (4@mantel.example)',
    '李 (5@mantel.example)',
  ])
})
