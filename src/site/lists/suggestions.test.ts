import { expect, test } from 'vitest'
import { suggestionsOf } from './suggestions.ts'

const texts = (...args: Parameters<typeof suggestionsOf>) => suggestionsOf(...args).map(({ text }) => text)

test('suggests at most five, without duplicates, with room for categories', () => {
  const titles = ['Party wall', 'Party line', 'Party wall', 'A party', 'Parties', 'Partly']
  expect(texts('part', titles, [])).toEqual(['Party wall', 'Party line', 'A party', 'Parties', 'Partly'])
  expect(texts('part', titles, ['Food & Design', 'Party Design'])).toEqual([
    'Party wall',
    'Party line',
    'A party',
    'Parties',
    'Party Design',
  ])
  expect(texts('DESIGN', ['By design'], ['Plant Design', 'Food & Design', 'Small Spaces'])).toEqual([
    'By design',
    'Plant Design',
    'Food & Design',
  ])
  expect(texts('open', ['Open Concept'], ['Open Concept'])).toEqual(['Open Concept'])
})
