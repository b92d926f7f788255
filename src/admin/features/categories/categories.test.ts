import { expect, test } from 'vitest'
import { deletionNote } from './categories.ts'

test('the deletion of a category names the sections that its stories leave', () => {
  expect(deletionNote({ sections: ['guides-tips', 'entertainment-hosting'] })).toBe(
    'Its stories also leave Entertainment & Hosting and Guides & Tips.',
  )
  expect(deletionNote({ sections: [] })).toBeNull()
})
