import { expect, test } from 'vitest'
import { blankForm } from '../saving/form.ts'
import { columnLabels, restoredForm } from './restored-form.ts'

const current = {
  ...blankForm('me'),
  title: 'Now',
  slug: 'now',
  html: '<p>Now</p>',
  featured: true,
  tag_ids: ['oak'],
  published_at: '2026-11-01T08:00:00.000Z',
}
const before = {
  ...blankForm('somebody'),
  title: 'Before',
  slug: 'before',
  html: '<p>Before</p>',
  tag_ids: ['ash'],
}

test('a restore brings back the text, and leaves the address, author, date and flags', () => {
  expect(restoredForm(current, { form: before, missing: [] })).toEqual({
    ...current,
    title: 'Before',
    html: '<p>Before</p>',
    tag_ids: ['ash'],
  })
})

test('a field that an older version did not have stays as it is', () => {
  expect(restoredForm(current, { form: before, missing: ['tag_ids'] })?.tag_ids).toEqual(['oak'])
})

test('a body that is no text takes no other’s place', () => {
  expect(restoredForm(current, { form: { ...before, html: null }, missing: [] })).toBeNull()
  expect(restoredForm({ ...current, html: null }, { form: before, missing: [] })).toBeNull()
})

test('what changed is named as the screen names it', () => {
  expect(columnLabels(['content', 'meta_title', 'status', 'tag_ids'])).toBe(
    'Content, SEO Title, Status, Tags',
  )
})
