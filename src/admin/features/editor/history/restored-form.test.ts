import { expect, test } from 'vitest'
import { blankForm } from '../saving/editor-form.ts'
import { changeWords, restoredForm } from './restored-form.ts'

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
  expect(restoredForm(current, { form: before, knowsTags: true })).toEqual({
    ...current,
    title: 'Before',
    html: '<p>Before</p>',
    tag_ids: ['ash'],
  })
})

test('tags of a time when they were not kept stay as they are', () => {
  expect(restoredForm(current, { form: before, knowsTags: false })?.tag_ids).toEqual(['oak'])
})

test('a body that is no text takes no other’s place', () => {
  expect(restoredForm(current, { form: { ...before, html: null }, knowsTags: true })).toBeNull()
  expect(restoredForm({ ...current, html: null }, { form: before, knowsTags: true })).toBeNull()
})

test('what changed is named as the screen names it', () => {
  expect(changeWords(['content', 'meta_title', 'status', 'tag_ids'])).toBe('Content, SEO Title, Status, Tags')
})
