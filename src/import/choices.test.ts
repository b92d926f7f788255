import { expect, test } from 'vitest'
import { category, page, person, stageOf, story } from '../../tests/support/import/items.ts'
import { EMPTY_MAGAZINE } from '../../tests/support/import/magazine.ts'
import type { Choices } from '../domain/newsroom/import-report.ts'
import { choicesText, parseChoices } from './choices-file.ts'
import { defaultChoices, ownChoices, sameChoices } from './choices.ts'
import type { Magazine } from './plan/magazine.ts'

const SECTION = { id: 's1', slug: 'garden', title: 'Garden', position: 1 }
const AUTHOR = { id: 'a1', name: 'Ada Berg', slug: 'ada' }
const ITEMS = [
  ...[category('1', 'Rooms'), category('2', 'Kitchens', '1'), category('3', 'Garden')],
  ...[person('7', 'Ada Berg'), person('8', 'Bo'), page('p'), story('s', { categories: ['2'] })],
]

async function proposed(own: Partial<Magazine> = {}) {
  const stage = await stageOf(...ITEMS)
  const magazine = { ...EMPTY_MAGAZINE, ...own }
  const choices = defaultChoices(stage, magazine, 'file')
  return { stage, magazine, choices }
}

test.each<[string, Partial<Magazine>, Choices]>([
  [
    'has nothing',
    {},
    {
      sections: { 1: 'new', 2: 'above', 3: 'none' },
      people: { 7: 'new', 8: 'new' },
      settings: true,
      menus: true,
    },
  ],
  [
    'has sections, authors, a name and menus',
    {
      sections: [SECTION],
      author_profiles: [AUTHOR],
      site_settings: [{ id: 'x', site_name: 'Ours' }],
      menus: [{ id: 'header', items: [{}] }],
    },
    {
      sections: { 1: 'none', 2: 'above', 3: 's1' },
      people: { 7: 'a1', 8: 'new' },
      settings: false,
      menus: false,
    },
  ],
])('what is proposed to a magazine that %s', async (_, own, expected) => {
  expect((await proposed(own)).choices).toEqual(expected)
})

test('a file of choices names what each is about, and is read as it was written', async () => {
  const { stage, magazine, choices } = await proposed({ sections: [SECTION] })
  const text = choicesText(choices, stage, magazine)
  expect(text).toContain('"2": above # Kitchens')
  expect(text).toContain('"8": new # Bo')
  expect(text).toContain('s1 is Garden')
  expect(parseChoices(text, 'file')).toEqual(choices)
})

test.each([
  ['sections: {1: elsewhere}', 'The choice for the category 1 names no section: elsewhere'],
  ['people: {8: nobody}', 'The choice for the person 8 names nobody of the file or the magazine: nobody'],
  ['people: {8: 8}', 'names nobody'],
  ['setings: true', 'choices.yaml has no choices of an import'],
  ['menus: perhaps', 'choices.yaml has no choices of an import'],
  ['sections: [', 'choices.yaml cannot be read'],
])('%s is refused: %s', async (text, message) => {
  const { magazine, choices } = await proposed()
  expect(() => ownChoices(parseChoices(text, 'choices.yaml'), choices, magazine)).toThrow(message)
})

test('what is not chosen is as proposed', async () => {
  const { magazine, choices } = await proposed()
  const own = parseChoices('sections: {3: new}\npeople: {8: 7}', 'choices.yaml')
  expect(ownChoices(own, choices, magazine)).toEqual({
    ...choices,
    ...{ sections: { ...choices.sections, 3: 'new' }, people: { ...choices.people, 8: '7' } },
  })
})

test('earlier choices hold as long as what they name is there', async () => {
  const { magazine, choices } = await proposed()
  const earlier = {
    sections: { 1: 'gone', 3: 'new' },
    people: { 7: 'gone', 8: '7' },
    settings: false,
    menus: false,
  }
  expect(sameChoices(earlier, choices, magazine)).toEqual({
    sections: { ...choices.sections, 3: 'new' },
    ...{ people: { 7: 'new', 8: '7' }, settings: false, menus: false },
  })
})
