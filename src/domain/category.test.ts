import { describe, expect, test } from 'vitest'
import { type Section, HOME_SECTIONS, sectionButtons, sectionOfCategory, SECTIONS } from './category.ts'

function section(path: string): Section {
  const found = SECTIONS.find((candidate) => candidate.path === path)
  if (!found) throw new Error(`no section at ${path}`)
  return found
}

test('the home page shows four sections in its own order', () => {
  expect(HOME_SECTIONS.map(({ title }) => title)).toEqual([
    'Living Spaces',
    'Wellness & Lifestyle',
    'Design Journal',
    'Entertainment & Hosting',
  ])
})

test('the sections hold 24 different categories', () => {
  expect(new Set(SECTIONS.flatMap(({ categories }) => categories)).size).toBe(24)
})

test('count lines name the chosen category, except where the page says its own name', () => {
  expect(section('/guides-tips').countLine(2, 'Budget Design')).toBe('2 articles in Budget Design')
  expect(section('/guides-tips').countLine(1, null)).toBe('1 article in Guides & Tips')
  expect(section('/entertainment-hosting').countLine(0, 'Lifestyle')).toBe(
    '0 articles in Entertainment & Hosting',
  )
})

describe('filter buttons', () => {
  test('name only the categories present', () => {
    expect(
      sectionButtons(section('/living-spaces'), ['Small Spaces', 'Kitchen Design', 'Elsewhere']),
    ).toEqual(['Kitchen Design', 'Small Spaces'])
  })

  test('are sorted on the guides page', () => {
    expect(sectionButtons(section('/guides-tips'), ['Furniture Guide', 'Budget Design'])).toEqual([
      'Budget Design',
      'Furniture Guide',
    ])
  })

  test('are fixed in the design journal', () => {
    expect(sectionButtons(section('/design-journal'), [])).toHaveLength(4)
  })
})

test('a category on two pages belongs to the first', () => {
  expect(sectionOfCategory('Party Design')?.path).toBe('/entertainment-hosting')
  expect(sectionOfCategory('Pet-Friendly Design')?.path).toBe('/guides-tips')
  expect(sectionOfCategory('Nowhere')).toBeNull()
})
