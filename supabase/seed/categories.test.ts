import { expect, test } from 'vitest'
import { sectionsOf } from '../../src/domain/sections/section.ts'
import { COLOURS, DARK_COLOURS } from '../../src/magazine/colours.ts'
import { footerGroups } from '../../src/magazine/navigation.ts'
import { JOURNAL_TAGS, SECTIONS } from '../../src/magazine/sections.ts'
import { categoryRows } from './categories.ts'
import { readStories } from './stories.ts'

const rows = categoryRows(new Date())

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
  expect(rows.filter((row) => sectionsOf(row).length !== row.sections.length)).toEqual([])
  expect(rows.filter(({ sections }) => sections.length === 0)).toEqual([])
  expect(new Set(rows.flatMap(sectionsOf)).size).toBe(SECTIONS.length)
})

test('every colour has a contrast of 3 : 1 on light and on dark paper, and is used once', () => {
  const faint = rows.filter(
    ({ color }) => Math.min(contrast(color, COLOURS.paper), contrast(color, DARK_COLOURS.paper)) < 3,
  )
  expect(faint.map(({ name }) => name)).toEqual([])
  expect(new Set(rows.map(({ color }) => color)).size).toBe(rows.length)
})

test('every category has a description', () => {
  for (const { description } of rows) expect(description.length).toBeGreaterThan(20)
})

test('a link of the footer to a category names one of the demo that its section lists, and journal tags are tags of stories', async () => {
  const links = footerGroups({ newsletterEnabled: true }).flatMap((group) => group.links)
  const dead = links.filter(([, href]) => {
    const { pathname, searchParams } = new URL(href, 'https://magazine.example')
    const name = searchParams.get('category')
    const category = rows.find((row) => row.name === name)
    return name !== null && category?.sections.includes(pathname.slice(1)) !== true
  })
  expect(dead).toEqual([])
  const tags = new Set((await readStories()).flatMap((story) => story.tags))
  expect(JOURNAL_TAGS.filter((tag) => !tags.has(tag))).toEqual([])
})
