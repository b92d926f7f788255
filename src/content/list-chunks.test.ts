import { expect, test } from 'vitest'
import { listName } from './list-chunks.ts'

test('a list is named after its page and button', () => {
  expect(listName('/living-spaces')).toBe('living-spaces')
  expect(listName('/living-spaces', 'small-spaces')).toBe('living-spaces.small-spaces')
  expect(listName('/author/priya-lindqvist')).toBe('author.priya-lindqvist')
})
