import { describe, expect, test } from 'vitest'
import { titleParts } from './title.ts'

describe('titleParts', () => {
  test('emphasises the first occurrence', () => {
    expect(titleParts('A bath with nowhere else, nowhere', 'nowhere')).toEqual([
      { text: 'A bath with ', emphasis: false },
      { text: 'nowhere', emphasis: true },
      { text: ' else, nowhere', emphasis: false },
    ])
    expect(titleParts('Kept', 'Kept')).toEqual([{ text: 'Kept', emphasis: true }])
  })
  test.each([null, '', 'absent'])('leaves the title whole for %j', (emphasis) => {
    expect(titleParts('The green room', emphasis)).toEqual([{ text: 'The green room', emphasis: false }])
  })
})
