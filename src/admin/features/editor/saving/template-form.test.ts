import { expect, test } from 'vitest'
import { templateType } from '../../../../domain/template.ts'
import { isDirty, openingState } from './editor-state.ts'
import { templateForm } from './template-form.ts'

const template = {
  ...templateType.columnsOf({ ...templateType.blank(), name: 'Letters' }),
  title_pattern: 'Letters, {month} {year}',
  excerpt: 'From the mailbag.',
  category_id: 'c',
  tag_ids: ['oak'],
}
const form = templateForm(template, '<h2>Dear all</h2>', 'me', new Date(2026, 4, 3))

test('a new article begins with what its template says, dated today', () => {
  expect(form).toMatchObject({
    title: 'Letters, May 2026',
    slug: 'letters-may-2026',
    html: '<h2>Dear all</h2>',
    excerpt: 'From the mailbag.',
    category_id: 'c',
    tag_ids: ['oak'],
    author_id: 'me',
  })
})

test('looking at a template makes no article: nothing is to be saved before something is written', () => {
  expect(isDirty(openingState(null, 'me', form))).toBe(false)
  expect(isDirty({ ...openingState(null, 'me', form), form: { ...form, title: 'Letters' } })).toBe(true)
})
