import { expect, test } from 'vitest'
import { LETTER_LIMITS } from '../../../domain/letters/letter.ts'
import { blankLetter, copyOf, newBlock, oneLine, problemOf, withBlock } from './edit-letter.ts'

test('a new letter has a text to write, the newest stories, and can be saved', () => {
  const letter = blankLetter()
  expect(letter.blocks.map(({ kind }) => kind)).toEqual(['text', 'stories'])
  expect(problemOf(letter)).toBeNull()
})

test('a copy has the words of the letter, and blocks of its own', () => {
  const letter = { ...blankLetter(), subject: 'December' }
  const copy = copyOf(letter)
  expect(copy.subject).toBe('December')
  expect(copy.blocks.map(({ id }) => id)).not.toEqual(letter.blocks.map(({ id }) => id))
})

test('one block is changed, and the others stay', () => {
  const [text, stories] = blankLetter().blocks
  if (text?.kind !== 'text' || stories === undefined) throw new Error('no text')
  expect(withBlock([text, stories], { ...text, html: '<p>Hello</p>' })).toEqual([
    { ...text, html: '<p>Hello</p>' },
    stories,
  ])
})

test('line breaks that were pasted into a subject become blanks', () => {
  expect(oneLine('A house\r\nby the sea')).toBe('A house by the sea')
})

test('says why a letter cannot be saved', () => {
  const many = Array.from({ length: LETTER_LIMITS.blocks + 1 }, () => newBlock('button'))
  expect(problemOf({ blocks: many })).toBe(`A letter has at most ${LETTER_LIMITS.blocks} blocks.`)
  const long = { kind: 'text', id: 'a', html: 'a'.repeat(LETTER_LIMITS.text + 1) } as const
  expect(problemOf({ blocks: [long] })).toMatch(/too long/)
  const stories = Array.from({ length: 12 }, () => newBlock('stories'))
  expect(problemOf({ blocks: stories })).toBe('A letter has at most 32 stories.')
})
