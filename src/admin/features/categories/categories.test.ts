import { expect, test } from 'vitest'
import { deletingNote, renamingNote } from './categories.ts'

test('a new name that a page of the site does not list takes the stories off that page', () => {
  expect(renamingNote('Kitchen Design', 'Kitchens')).toBe(
    'Stories of this category appear on Living Spaces because of its name; renamed, they no longer do.',
  )
  expect(renamingNote('Party Design', 'Parties')).toContain(
    'appear on Entertainment & Hosting and Guides & Tips',
  )
})

test('a name that a page lists brings them there', () => {
  expect(renamingNote(null, ' Kitchen Design ')).toBe(
    'Its stories appear on Living Spaces, which lists this name.',
  )
  expect(renamingNote('Kitchen Design', 'Small Spaces')).toBeNull()
})

test('other names change nothing', () => {
  expect(renamingNote('Kitchen Design', 'Kitchen Design')).toBeNull()
  expect(renamingNote('Sheds', 'Barns')).toBeNull()
  expect(deletingNote('Sheds')).toBeNull()
  expect(deletingNote('Party Design')).toContain('Entertainment & Hosting and Guides & Tips')
})
