import { Search } from 'lucide-react'
import { expect, test } from 'vitest'
import { type PaletteEntry, articleEntries, entriesLike } from './palette-entries.ts'

const entry = (label: string): PaletteEntry => ({ id: label, label, icon: Search, onAction: () => undefined })

test('finds screens and actions by a part of their name, in any case', () => {
  const screens = [entry('Media Library'), entry('Subscribers'), entry('Users')]
  expect(entriesLike(screens, ' LIB ').map(({ label }) => label)).toEqual(['Media Library'])
  expect(entriesLike(screens, '')).toHaveLength(3)
})

test('finds a screen by another word for it', () => {
  const screens = [{ ...entry('Plan'), words: 'calendar assign' }, entry('Media Library')]
  expect(entriesLike(screens, 'calen').map(({ label }) => label)).toEqual(['Plan'])
})

test('an article shows its status and opens by its id', () => {
  const opened: string[] = []
  const published = {
    id: 'a',
    title: 'The green room, kept',
    slug: 'the-green-room-kept',
    status: 'published' as const,
    hero: false,
    featured_image: null,
    published_at: '2026-12-01T08:00:00+00:00',
  }
  const [found] = articleEntries([published], (id) => opened.push(id), new Date('2026-11-21T00:00:00Z'))
  expect(found).toMatchObject({ label: 'The green room, kept', detail: 'Scheduled' })
  found?.onAction()
  expect(opened).toEqual(['a'])
})
