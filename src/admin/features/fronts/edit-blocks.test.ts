import { expect, test } from 'vitest'
import { HOME_PATH, MAX_STORIES, hasStories, standardBlocks } from '../../../domain/sections/front.ts'
import { Sections } from '../../../domain/sections/section.ts'
import { sectionRows } from '../../../../supabase/seed/categories.ts'
import { changeBlock } from '../../story/blocks/edit-blocks.ts'
import { addableKinds, newBlock, problemOf } from './edit-blocks.ts'

const standard = standardBlocks(new Sections(sectionRows()), HOME_PATH)

test('a front has hero, featured stories and letter once, and no featured stories on a section', () => {
  expect(addableKinds(standard, HOME_PATH)).toEqual(['stories'])
  expect(addableKinds([], HOME_PATH)).toEqual(['hero', 'featured', 'stories', 'letter'])
  expect(addableKinds([], '/guides-tips')).toEqual(['hero', 'stories', 'letter'])
  expect(
    addableKinds(
      Array.from({ length: 12 }, () => newBlock('stories')),
      HOME_PATH,
    ),
  ).toEqual([])
})

test('says why blocks cannot be saved', () => {
  expect(problemOf(standard)).toBeNull()
  expect(problemOf([])).toMatch(/needs a block/)
  const many = Array.from({ length: 6 }, () => newBlock('stories')).map((block) =>
    hasStories(block) && block.kind === 'stories' ? { ...block, count: 6 } : block,
  )
  expect(problemOf(many)).toBe(`A page has at most ${MAX_STORIES} stories.`)
  const backwards = changeBlock(standard, 'hero', (block) => ({
    ...block,
    items: [
      { article_id: 'a', title: null, image: null, from: '2026-12-05T07:00Z', until: '2026-12-05T06:00Z' },
    ],
  }))
  expect(problemOf(backwards)).toMatch(/ends before/)
})
