import { expect, test } from 'vitest'
import { subjectOf } from './publish-problems.ts'

test('a publish problem is named by its title, address or file, else by its kind', () => {
  const titles = new Map([['a1', 'The green room']])
  const subject = (entity: string, entity_id: string) => subjectOf({ entity, entity_id }, titles)
  expect(subject('articles', 'a1')).toBe('The green room')
  expect(subject('articles', 'gone')).toBe('An article')
  expect(subject('address', '/browse')).toBe('/browse')
  expect(subject('picture', 'https://x.example/media/u1/bath.png')).toBe('bath.png')
})
