import { expect, test } from 'vitest'
import { daysBefore, storyDates } from './dates.ts'
import { readStories } from './stories.ts'
import { subscriberRows } from './subscribers.ts'

/** Shortly after midnight, when a time of day of "today" could be in the future. */
const NOW = new Date('2026-11-21T00:10:00Z')

test('stories are created before they are updated; only the scheduled one is in the future', async () => {
  for (const story of await readStories()) {
    const { published_at, created_at, updated_at } = storyDates(story, NOW)
    expect(created_at < updated_at, story.slug).toBe(true)
    expect(Date.parse(updated_at), story.slug).toBeLessThan(NOW.getTime())
    if (story.status === 'scheduled') expect(Date.parse(published_at ?? '')).toBeGreaterThan(NOW.getTime())
    else expect(published_at, story.slug).toBe(story.status === 'published' ? updated_at : null)
  }
})

test('the time of day depends only on the name', () => {
  const later = new Date('2027-01-02T17:45:00Z')
  const time = (date: Date) => date.toISOString().slice(11)
  expect(time(daysBefore(NOW, 3, 'a-bath'))).toBe(time(daysBefore(later, 8, 'a-bath')))
  expect(time(daysBefore(NOW, 3, 'a-bath'))).not.toBe(time(daysBefore(NOW, 3, 'a-kitchen')))
})

test('the 200 subscribers are the same in every run, without duplicates or dates in the future', () => {
  const rows = subscriberRows(NOW, ['one', 'two'])
  expect(rows).toEqual(subscriberRows(NOW, ['one', 'two']))
  expect(new Set(rows.map(({ email }) => email)).size).toBe(200)
  expect(rows.every(({ subscribed_at }) => Date.parse(subscribed_at) < NOW.getTime())).toBe(true)
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['active', 'unsubscribed']))
})
