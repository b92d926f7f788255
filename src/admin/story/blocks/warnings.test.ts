import { expect, test } from 'vitest'
import type { FrontItem } from '../../../domain/sections/front.ts'
import type { BlockStory } from './stories.ts'
import { warningsOf } from './warnings.ts'

const STORY: BlockStory = {
  ...{ id: 'a', title: 'The green room', slug: 'the-green-room', status: 'published', hero: false },
  ...{ published_at: '2026-12-01T07:00:00Z', featured_image: '/a.jpg', category_id: 'c', deleted_at: null },
}
const ITEM: FrontItem = { article_id: 'a', title: null, image: null, from: null, until: null }

interface Case {
  item?: Partial<FrontItem>
  story?: Partial<BlockStory> | null
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
