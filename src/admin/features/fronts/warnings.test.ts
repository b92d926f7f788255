import { expect, test } from 'vitest'
import type { FrontBlock, FrontItem } from '../../../domain/sections/front.ts'
import type { FrontStory } from './data/stories.ts'
import { heroRemark, warningsOf } from './warnings.ts'

const STORY: FrontStory = {
  ...{ id: 'a', title: 'The green room', slug: 'the-green-room', status: 'published', hero: false },
  ...{ published_at: '2026-12-01T07:00:00Z', featured_image: '/a.jpg', category_id: 'c', deleted_at: null },
}
const ITEM: FrontItem = { article_id: 'a', title: null, image: null, from: null, until: null }

interface Case {
  item?: Partial<FrontItem>
  story?: Partial<FrontStory> | null
  isTwice?: boolean
  otherFronts?: string[]
}

test.each<[Case, string[]]>([
  [{}, []],
  [{ story: null }, ['Deleted: left out']],
  [{ story: { deleted_at: '2026-12-02T00:00:00Z' } }, ['In the trash: left out']],
  [{ story: { status: 'draft', published_at: null } }, ['Not published: Draft']],
  [{ story: { published_at: '2026-12-05T07:00:00Z' } }, []],
  [{ story: { published_at: '2026-12-06T07:00:00Z' } }, ['Goes out 2026-12-06T07:00:00Z']],
  [
    { story: { published_at: '2026-12-06T07:00:00Z' }, item: { from: '2026-12-07T07:00:00Z' } },
    ['From 2026-12-07T07:00:00Z'],
  ],
  [{ item: { until: '2026-12-05T07:00:00Z' } }, ['Ended 2026-12-05T07:00:00Z']],
  [{ item: { until: '2026-12-05T19:00:00Z' } }, ['Ends soon: 2026-12-05T19:00:00Z']],
  [{ story: { featured_image: null, category_id: null } }, ['No picture', 'No section']],
  [{ story: { featured_image: null }, item: { image: '/b.jpg' } }, []],
  [
    { isTwice: true, otherFronts: ['Home', 'Living Spaces'] },
    ['Stands above already', 'Also on Home, Living Spaces'],
  ],
])('of a story on Saturday at seven: %j', ({ item, story, isTwice = false, otherFronts = [] }, warnings) => {
  const found = warningsOf(
    { ...ITEM, ...item },
    {
      ...{ kind: 'hero', isTwice, otherFronts, at: new Date('2026-12-05T07:00:00Z') },
      story: story === null ? null : { ...STORY, ...story },
      format: (iso) => iso,
    },
  )
  expect(found).toEqual(warnings)
})

const BLOCKS: FrontBlock[] = [{ id: 'hero', kind: 'hero', items: [], by_rule: true }]
const WORDS_ALONE = 'The hero has no picture: the page opens with the words of “The green room” alone.'

test.each<[string, Partial<FrontStory>, FrontItem | null, string | null]>([
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
