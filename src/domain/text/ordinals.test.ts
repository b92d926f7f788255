import { expect, test } from 'vitest'
import { ordinalNouns } from './ordinals.ts'

test.each([
  ['de', ['mai', 'märz', 'dez', 'stock']],
  ['de-AT', ['jänner']],
  ['cs', ['ledna', 'patro']],
  ['nb-NO', ['mai', 'etasje']],
  ['fi', ['toukokuuta']],
  ['hu', ['emelet']],
])('in %s, %j follow an ordinal number', (tag, words) => {
  expect(words.filter((word) => !ordinalNouns(tag).has(word))).toEqual([])
})

test.each(['en-GB', 'en-US', 'fr', 'es', 'it', 'nl', 'sv', 'ja'])(
  '%s writes ordinals without a dot',
  (tag) => {
    expect(ordinalNouns(tag).size).toBe(0)
  },
)
