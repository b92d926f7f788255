import { expect, test } from 'vitest'
import { type FrontBlock, HOME_PATH, standardBlocks } from '../../../domain/sections/front.ts'
import { Sections } from '../../../domain/sections/section.ts'
import { sectionRows } from '../../../../supabase/seed/categories.ts'
import {
  blocksAt,
  changeItem,
  chooseStory,
  itemsOf,
  moveItem,
  removeItem,
  storyBlocksOf,
} from './edit-blocks.ts'

const standard = standardBlocks(new Sections(sectionRows()), HOME_PATH)
const chosen = (blocks: readonly FrontBlock[]) =>
  Object.fromEntries(
    storyBlocksOf(blocks).map(({ id, items }) => [id, items.map(({ article_id }) => article_id).join('')]),
  )

test('a story is chosen once for a block, and moves between blocks', () => {
  const twice = chooseStory(chooseStory(standard, 'featured', 'a', 'last'), 'featured', 'b', 'last')
  expect(chosen(chooseStory(twice, 'featured', 'b', 'first'))).toMatchObject({ featured: 'ba' })
  const moved = moveItem(twice, 'featured', 0, 'hero')
  expect(chosen(moved)).toMatchObject({ hero: 'a', featured: 'b' })
  expect(chosen(moveItem(moved, 'hero', 3, 'featured'))).toMatchObject({ hero: 'a', featured: 'b' })
  expect(chosen(removeItem(moved, 'hero', 0))).toMatchObject({ hero: '', featured: 'b' })
})

test('blocks are shown with the stories whose time it is', () => {
  const [item] = itemsOf(chooseStory(standard, 'hero', 'a', 'first'))
  if (item === undefined) throw new Error('nothing was chosen')
  const timed = changeItem(chooseStory(standard, 'hero', 'a', 'first'), 'hero', 0, {
    ...item,
    from: '2026-12-05T07:00:00Z',
  })
  expect(itemsOf(blocksAt(timed, Date.parse('2026-12-05T06:59:00Z')))).toEqual([])
  expect(itemsOf(blocksAt(timed, Date.parse('2026-12-05T07:00:00Z')))).toHaveLength(1)
})
