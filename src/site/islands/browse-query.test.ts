import { describe, expect, test } from 'vitest'
import { addressOf, questionOf } from './browse-query.ts'

describe('the question in an address', () => {
  test('the bare list asks nothing', () => {
    expect(questionOf(new URLSearchParams(''))).toBeNull()
    expect(questionOf(new URLSearchParams('search=++&page=1'))).toBeNull()
  })

  test('a search is trimmed, a page that is none is the first', () => {
    expect(questionOf(new URLSearchParams('search=+blue+door&page=-3'))).toEqual({
      search: 'blue door',
      category: '',
      page: 1,
    })
  })

  test('asking again what an address asks leads to the same address', () => {
    for (const address of [
      '/browse?search=a+%26+b',
      '/browse?category=Food+%26+Design&page=2',
      '/browse?page=4',
    ]) {
      const question = questionOf(new URL(address, 'https://mantel.example').searchParams)
      expect(question && addressOf(question)).toBe(address)
    }
  })
})
