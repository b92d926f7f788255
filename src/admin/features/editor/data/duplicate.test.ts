import { expect, test } from 'vitest'
import { blankForm } from '../saving/form.ts'
import { duplicateForm } from './duplicate.ts'

const form = {
  ...blankForm('me'),
  ...{ title: 'A bath', title_emphasis: 'bath', slug: 'a-bath', html: '<p>Tub.</p>', tag_ids: ['oak'] },
  ...{ featured: true, published_at: '2026-11-01T08:00:00.000Z' },
}

test('a copy has the text, the author and the tags, but neither the date nor the address nor the star', () => {
  expect(duplicateForm(form)).toEqual({
    ...form,
    title: 'Copy of A bath',
    slug: 'copy-of-a-bath',
    featured: false,
    published_at: null,
  })
})

test('a copy can be saved, however long the title, or without one', () => {
  expect(duplicateForm({ ...form, title: 'x'.repeat(300) }).title).toHaveLength(300)
  expect(duplicateForm({ ...form, title: ' ' }).title).toBe('Copy of Untitled Article')
})
