import { expect, test } from 'vitest'
import {
  type FrontBlock,
  HOME_PATH,
  hasStories,
  MAX_STORIES,
  standardBlocks,
} from '../../../domain/sections/front.ts'
import { Sections } from '../../../domain/sections/section.ts'
import { sectionRows } from '../../../../supabase/seed/categories.ts'
import {
  addableKinds,
  blocksAt,
  changeBlock,
  changeItem,
  chooseStory,
  itemsOf,
  moveItem,
  newBlock,
  problemOf,
  removeItem,
} from './edit-blocks.ts'

const standard = standardBlocks(new Sections(sectionRows()), HOME_PATH)
const chosen = (blocks: readonly FrontBlock[]) =>
  Object.fromEntries(
    blocks
      .filter(hasStories)
      .map(({ id, items }) => [id, items.map(({ article_id }) => article_id).join('')]),
  )

test('a story is chosen once for a block, and moves between blocks', () => {
  const twice = chooseStory(chooseStory(standard, 'featured', 'a', 'last'), 'featured', 'b', 'last')
  expect(chosen(chooseStory(twice, 'featured', 'b', 'first'))).toMatchObject({ featured: 'ba' })
  const moved = moveItem(twice, 'featured', 0, 'hero')
  expect(chosen(moved)).toMatchObject({ hero: 'a', featured: 'b' })
  expect(chosen(moveItem(moved, 'hero', 3, 'featured'))).toMatchObject({ hero: 'a', featured: 'b' })
  expect(chosen(removeItem(moved, 'hero', 0))).toMatchObject({ hero: '', featured: 'b' })
})

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

test('a front is shown with the stories whose time it is', () => {
  const [item] = itemsOf(chooseStory(standard, 'hero', 'a', 'first'))
  if (item === undefined) throw new Error('nothing was chosen')
  const timed = changeItem(chooseStory(standard, 'hero', 'a', 'first'), 'hero', 0, {
    ...item,
    from: '2026-12-05T07:00:00Z',
  })
  expect(itemsOf(blocksAt(timed, Date.parse('2026-12-05T06:59:00Z')))).toEqual([])
  expect(itemsOf(blocksAt(timed, Date.parse('2026-12-05T07:00:00Z')))).toHaveLength(1)
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
