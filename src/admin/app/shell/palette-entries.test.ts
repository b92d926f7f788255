import { Search } from 'lucide-react'
import { expect, test } from 'vitest'
import { type PaletteEntry, articleEntries, withLabelLike } from './palette-entries.ts'

const entry = (label: string): PaletteEntry => ({ id: label, label, icon: Search, onAction: () => undefined })

test('finds screens and actions by a part of their name, in any case', () => {
  const screens = [entry('Media Library'), entry('Subscribers'), entry('Users')]
  expect(withLabelLike(screens, ' LIB ').map(({ label }) => label)).toEqual(['Media Library'])
  expect(withLabelLike(screens, '')).toHaveLength(3)
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
