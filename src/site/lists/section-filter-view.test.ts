import { expect, test } from 'vitest'
import { en } from '../../words/en.ts'
import { countLine, emptyText } from './section-filter-view.ts'

test('count lines name the chosen category, except where the section always says its own name', () => {
  const section = { title: 'A Section', count_names: 'category' } as const
  expect(countLine(section, 2, 'Budget Design', en)).toBe('2 articles in Budget Design')
  expect(countLine(section, 1, null, en)).toBe('1 article in A Section')
  expect(countLine({ ...section, count_names: 'section' }, 0, 'Lifestyle', en)).toBe(
    '0 articles in A Section',
  )
})

test('an empty section that links on says that there are no articles yet', () => {
  expect(emptyText({ empty_links: 'none' }, en)).toBe('No articles found in this category.')
  expect(emptyText({ empty_links: 'browse' }, en)).toBe('No articles found in this category yet.')
})
