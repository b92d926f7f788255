import { expect, test } from 'vitest'
import { initials } from './sidebar.tsx'

test('takes the first letters of the first and last name', () => {
  expect(initials('Priya Lindqvist')).toBe('PL')
  expect(initials('Ana Maria de Souza')).toBe('AS')
  expect(initials('Łucja')).toBe('Ł')
  expect(initials('editor@mantel.example')).toBe('E')
  expect(initials('')).toBe('')
})
