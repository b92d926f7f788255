import { expect, test } from 'vitest'
import { type EditorForm, blankForm } from './form.ts'
import { isCreated } from './article-record.ts'

const sent: EditorForm = {
  ...blankForm('me'),
  ...{ title: 'A bath ', slug: 'a-bath', html: '<p>Tub.</p>', category_id: 'gone', tag_ids: ['oak', 'gone'] },
}
const stored: EditorForm = { ...sent, title: 'A bath', category_id: null, tag_ids: ['oak'] }

test('an article is known again as what was sent, though the database has dated it and left out what is gone', () => {
  expect(isCreated({ version: 1, form: stored }, sent)).toBe(true)
  expect(isCreated({ version: 1, form: { ...stored, published_at: '2026-11-14T09:41:27Z' } }, sent)).toBe(
    true,
  )
})

test('another article of the same title, or one that was changed since, is not taken for it', () => {
  expect(isCreated({ version: 1, form: { ...stored, html: '<p>An older story.</p>' } }, sent)).toBe(false)
  expect(isCreated({ version: 1, form: { ...stored, author_id: 'other' } }, sent)).toBe(false)
  expect(isCreated({ version: 2, form: stored }, sent)).toBe(false)
})
