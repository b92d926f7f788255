import { expect, test } from 'vitest'
import { Sections } from '../../src/domain/sections/section.ts'
import { RESERVED_PAGE_SLUGS } from '../../src/domain/sections/slug.ts'
import { STANDARD_THEME } from '../../src/domain/theme/theme.ts'
import { linksOf } from '../../src/domain/site/menu.ts'
import { categoryRows, sectionRows } from './categories.ts'
import { menuRows } from './menus.ts'
import { readStories } from './stories.ts'

const rows = categoryRows(new Date())
const sections = new Sections(sectionRows())

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

test('every category is in a section, and every section has one', () => {
  expect(rows.filter((row) => sections.of(row).length !== row.sections.length)).toEqual([])
  expect(rows.filter((row) => row.sections.length === 0)).toEqual([])
  expect(new Set(rows.flatMap((row) => sections.of(row))).size).toBe(sections.all.length)
})

test('no section has an address of the system, or of another section', () => {
  const slugs = sections.all.map(({ slug }) => slug)
  expect(slugs.filter((slug) => RESERVED_PAGE_SLUGS.has(slug))).toEqual([])
  expect(new Set(slugs).size).toBe(slugs.length)
})

test('every colour has a contrast of 3 : 1 on light and on dark paper, and is used once', () => {
  const { light, dark } = STANDARD_THEME
  const faint = rows.filter(
    ({ color }) => Math.min(contrast(color, light.paper), contrast(color, dark.paper)) < 3,
  )
  expect(faint.map(({ name }) => name)).toEqual([])
  expect(new Set(rows.map(({ color }) => color)).size).toBe(rows.length)
})

test('every category has a description', () => {
  for (const { description } of rows) expect(description.length).toBeGreaterThan(20)
})

test('tags of filter buttons are tags of stories', async () => {
  const tags = new Set((await readStories()).flatMap((story) => story.tags))
  expect(sections.all.flatMap(({ button_tags }) => button_tags).filter((tag) => !tags.has(tag))).toEqual([])
})

test('a link of the footer to a section or a category names one of the demo', () => {
  const known = new Set([...sections.all, ...rows].map(({ id }) => id))
  const dead = linksOf(menuRows()).filter(({ to }) => 'id' in to && !known.has(to.id))
  expect(dead).toEqual([])
})
