import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSlug, RESERVED_PAGE_SLUGS, MAX_SLUG_LENGTH, slugify } from './slug.ts'

describe('slugify', () => {
  test.each([
    ['Six chairs, five arguments', 'six-chairs-five-arguments'],
    ['The  green\troom — kept', 'the-green-room-kept'],
    ['Crème brûlée & Ørsted’s straße', 'creme-brulee-orsteds-strasse'],
    ['Łódź İstanbul', 'lodz-istanbul'],
    ['--Indoor/Outdoor--Living--', 'indooroutdoor-living'],
    ['日本', ''],
    ['ﬁne ①', 'fine-1'],
  ])('%s → %s', (text, slug) => {
    expect(slugify(text)).toBe(slug)
  })

  test('gives a well-formed slug or nothing, and a slug stays itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const slug = slugify(text)
        expect(slug === '' || isSlug(slug)).toBe(true)
        expect(slugify(slug)).toBe(slug)
      }),
    )
  })
})

test.each(['', '-a', 'a-', 'a--b', 'A', 'a b', 'é', 'a/b', '..', 'a\n'])('%j is no slug', (text) => {
  expect(isSlug(text)).toBe(false)
})

test('the pages of the site keep their addresses', () => {
  const files = readdirSync(join(import.meta.dirname, '../../pages')).map((file) =>
    file.replace(/\.(astro|ts)$/, ''),
  )
  const taken = files.filter((name) => name !== 'index' && !name.includes('['))
  expect(taken.filter((name) => !RESERVED_PAGE_SLUGS.has(name))).toEqual([])
})

test('takes as many words of a long text as fit, and cuts a word that is longer than that', () => {
  const slug = slugify('The green room kept '.repeat(20))
  expect(slug.length).toBeLessThanOrEqual(MAX_SLUG_LENGTH)
  expect(slug).toMatch(/^(the-green-room-kept-)+(the|green|room|kept)?[a-z-]*$/)
  expect(slug.split('-').every((word) => ['the', 'green', 'room', 'kept'].includes(word))).toBe(true)
  expect(slugify('a'.repeat(300))).toBe('a'.repeat(MAX_SLUG_LENGTH))
})
