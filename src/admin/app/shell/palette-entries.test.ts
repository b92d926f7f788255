import { Search } from 'lucide-react'
import { expect, test } from 'vitest'
import { arrange, articleEntries, named, type PaletteEntry } from './palette-entries.ts'

const entry = (label: string): PaletteEntry => ({ id: label, label, icon: Search, choose: () => undefined })

test('screens and actions are found by a part of their name, in any case', () => {
  const screens = [entry('Media Library'), entry('Subscribers'), entry('Users')]
  expect(named(screens, ' LIB ').map(({ label }) => label)).toEqual(['Media Library'])
  expect(named(screens, '')).toHaveLength(3)
})

test('the arrow keys walk the groups from the first to the last; empty ones are not shown', () => {
  const { groups, entries } = arrange([
    { title: 'Screens', entries: [entry('Users')] },
    { title: 'Pages', entries: [] },
    { title: 'People', entries: [entry('Ines Abril'), entry('Ines Duarte')] },
  ])
  expect(groups.map(({ title }) => title)).toEqual(['Screens', 'People'])
  expect(entries.map(({ label }) => label)).toEqual(['Users', 'Ines Abril', 'Ines Duarte'])
})

test('a story says how it stands, and opens by its id', () => {
  const opened: string[] = []
  const published = {
    id: 'a',
    title: 'The green room, kept',
    status: 'published' as const,
    hero: false,
    featured_image: null,
    published_at: '2026-12-01T08:00:00+00:00',
  }
  const [found] = articleEntries([published], (id) => opened.push(id), new Date('2026-11-21T00:00:00Z'))
  expect(found).toMatchObject({ label: 'The green room, kept', detail: 'Scheduled' })
  found?.choose()
  expect(opened).toEqual(['a'])
})
