import { expect, test } from 'vitest'
import { categoryType, categoryValues } from './category.ts'
import { tagType, tagValues } from './tag.ts'

const problem = (name: string) => tagType.errors({ name }).name ?? null

test('a name is required, of 120 characters at most, and gives an address', () => {
  expect(problem(' Oak ')).toBeNull()
  expect(problem('x'.repeat(120))).toBeNull()
  expect(problem('  ')).toBe('Name is required')
  expect(problem('x'.repeat(300))).toBe('Name must be at most 120 characters')
  expect(problem('日本')).toMatch(/^Name needs a letter/)
  expect(problem('ß'.repeat(100))).toBe('The address made of this name is too long')
})

test('the slug follows the name', () => {
  expect(tagValues({ name: 'Crème & Oak' })).toEqual({ name: 'Crème & Oak', slug: 'creme-oak' })
  const form = { name: ' Food & Design ', description: ' ', color: '#6366F1', sections: ['b', 'a', 'b'] }
  expect(categoryValues(form)).toEqual({
    name: 'Food & Design',
    slug: 'food-design',
    description: null,
    color: '#6366f1',
    sections: ['a', 'b'],
  })
})

test('a colour is a hex value of six digits', () => {
  const isValid = (color: string) =>
    categoryType.errors({ name: 'Oak', description: '', color, sections: [] }).color === undefined
  expect(isValid('#a5432a')).toBe(true)
  for (const wrong of ['', 'red', '#abc', '#12345g', '6366f1']) expect(isValid(wrong), wrong).toBe(false)
})
