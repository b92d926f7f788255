import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test('a person is shown by the first letters of the name', () => {
  expect(initials('Priya Lindqvist')).toBe('PL')
  expect(initials('Ana Maria de Souza')).toBe('AS')
  expect(initials('Łucja')).toBe('Ł')
  expect(initials('editor@mantel.example')).toBe('E')
  expect(initials('')).toBe('')
})
