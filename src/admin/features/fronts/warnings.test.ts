import { expect, test } from 'vitest'
import type { FrontBlock, FrontItem } from '../../../domain/sections/front.ts'
import type { BlockStory } from '../../story/blocks/stories.ts'
import { heroRemark } from './warnings.ts'

const STORY: BlockStory = {
  ...{ id: 'a', title: 'The green room', slug: 'the-green-room', status: 'published', hero: false },
  ...{ published_at: '2026-12-01T07:00:00Z', featured_image: '/a.jpg', category_id: 'c', deleted_at: null },
}
const ITEM: FrontItem = { article_id: 'a', title: null, image: null, from: null, until: null }

const BLOCKS: FrontBlock[] = [{ id: 'hero', kind: 'hero', items: [], by_rule: true }]
const WORDS_ALONE = 'The hero has no picture: the page opens with the words of “The green room” alone.'

test.each<[string, Partial<BlockStory>, FrontItem | null, string | null]>([
  ['the rule’s story has a picture', {}, null, null],
  ['the rule’s story has none', { featured_image: null }, null, WORDS_ALONE],
  ['the chosen story has none', { featured_image: null }, ITEM, WORDS_ALONE],
  ['the chosen story is given one', { featured_image: null }, { ...ITEM, image: '/b.jpg' }, null],
  [
    'it has a title of its own here',
    { featured_image: null },
    { ...ITEM, title: 'Noon' },
    'The hero has no picture: the page opens with the words of “Noon” alone.',
  ],
])('of a hero where %s is remarked accordingly', (_, story, item, remark) => {
  const stories = new Map([['a', { ...STORY, ...story }]])
  expect(heroRemark(BLOCKS, new Map([['hero', [{ id: 'a', item }]]]), stories)).toBe(remark)
})

test('nothing is remarked of a page without a hero, or before it is known', () => {
  expect(heroRemark([], new Map(), new Map())).toBeNull()
  expect(heroRemark(BLOCKS, null, new Map())).toBeNull()
})
