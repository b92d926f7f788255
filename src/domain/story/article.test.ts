import { describe, expect, test } from 'vitest'
import { parseKeywords } from '../rows/field.ts'
import { articleType, introOf, trashDaysLeft } from './article.ts'

test('the line under a title is the standfirst, or else the excerpt', () => {
  const excerpt = ' A kitchen with a past. '
  expect(introOf({ standfirst: 'Salt on everything.', excerpt })).toBe('Salt on everything.')
  expect(introOf({ standfirst: ' ', excerpt })).toBe('A kitchen with a past.')
  expect(introOf({ standfirst: null, excerpt: null })).toBe('')
})

test('the trash keeps an article for 30 days', () => {
  const left = (now: string) => trashDaysLeft('2026-11-01T12:00:00Z', new Date(now))
  expect(left('2026-11-01T12:00:01Z')).toBe(30)
  expect(left('2026-11-30T13:00:00Z')).toBe(1)
  expect(left('2026-12-01T12:00:00Z')).toBe(0)
  expect(left('2026-11-01T11:59:00Z')).toBe(30)
})

test('keywords are split by commas, trimmed, and empties dropped', () => {
  expect(parseKeywords(' oak,, small rooms ,oak, ')).toEqual(['oak', 'small rooms'])
  expect(parseKeywords('')).toEqual([])
})

describe('the article form', () => {
  const messages = (changes: object) =>
    Object.values(articleType.errors({ ...articleType.blank(), title: 'The green room', ...changes }))

  test('takes an article with a title alone', () => {
    expect(messages({})).toEqual([])
  })
  test('says what it refuses', () => {
    expect(messages({ title: '  ' })).toEqual(['Title is required'])
    expect(messages({ meta_title: 'x'.repeat(60), meta_description: 'x'.repeat(160) })).toEqual([])
    expect(messages({ meta_title: 'x'.repeat(61), meta_description: 'x'.repeat(161) })).toEqual([
      'SEO title must be at most 60 characters',
      'Meta description must be at most 160 characters',
    ])
  })
  test('refuses an ill-formed slug', () => {
    expect(messages({ slug: 'Green Room' })).toHaveLength(1)
  })
})
