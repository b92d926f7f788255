import { expect, test } from 'vitest'
import { Sections } from '../../../domain/sections/section.ts'
import { sectionRows } from '../../../../supabase/seed/categories.ts'
import { deletionNote } from './categories.ts'

const sections = new Sections(sectionRows())

test('the deletion of a category names the sections that its stories leave', () => {
  expect(deletionNote(sections, { sections: ['guides-tips', 'entertainment-hosting'] })).toBe(
    'Its stories also leave Entertainment & Hosting and Guides & Tips.',
  )
  expect(deletionNote(sections, { sections: [] })).toBeNull()
})
