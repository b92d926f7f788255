import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { articleSchema } from '../../../domain/story/article.ts'
import { selectOf } from '../../../domain/rows/content-type.ts'
import {
  type StoryBlock,
  HOME_PATH,
  sourceOfBlock,
  type BlockSource,
} from '../../../domain/sections/front.ts'
import { type FilledFront, fillFront } from '../../../domain/sections/front-filling.ts'
import { timestampSchema } from '../../../domain/rows/row.ts'
import { type Section, type Sections, isInSection } from '../../../domain/sections/section.ts'
import { categoriesQuery } from '../categories.ts'
import { parseRows } from '../../data/requests/postgrest.ts'
import { rowsQuery } from '../../data/requests/queries.ts'
import { type Block, blocksAt, storyBlocksOf } from './edit-blocks.ts'

const storySchema = z.extend(
  z.pick(articleSchema, {
    id: true,
    title: true,
    slug: true,
    status: true,
    published_at: true,
    featured_image: true,
    category_id: true,
    hero: true,
  }),
  { deleted_at: z.nullable(timestampSchema) },
)

/** A story as the editor of blocks shows it. */
export type BlockStory = z.infer<typeof storySchema>

const stories = () => adminClient().from('articles').select(selectOf(storySchema))

/** Stories among which a rule chooses, as pages do. */
const MAX_CANDIDATES = 64

/** The chosen stories, including unpublished ones. */
export function chosenStoriesQuery(ids: readonly string[]) {
  return rowsQuery(['articles', 'of blocks', ids], storySchema, () => stories().in('id', ids), {
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** What blocks are filled with at a time. */
export interface Supplies {
  /** Stories marked as hero, the present hero first. */
  heroes: BlockStory[]
  all: BlockStory[]
  featured: BlockStory[]
  /** By slug. */
  bySection: ReadonlyMap<string, BlockStory[]>
}

/** Where the rule of a block finds its stories. */
function sourceOfRule(sections: Sections, block: StoryBlock, path: string): BlockSource {
  return sourceOfBlock(sections, block.kind === 'stories' ? block : { section: null }, path)
}

/** The stories that are out at a time (`at`, ISO) and that the rules of the blocks choose among. */
export function suppliesQuery(sections: Sections, blocks: readonly Block[], path: string, at: string) {
  const needed = new Map(
    storyBlocksOf(blocks).flatMap((block) => {
      const source = sourceOfRule(sections, block, path)
      return source === null || source === 'magazine' ? [] : [[source.slug, source] as const]
    }),
  )
  return queryOptions({
    queryKey: ['articles', 'supplies of blocks', [...needed.keys()].sort(), at],
    queryFn: async ({ client, signal }): Promise<Supplies> => {
      const out = () =>
        stories()
          .eq('status', 'published')
          .is('deleted_at', null)
          .lte('published_at', at)
          .limit(MAX_CANDIDATES)
      const newest = { ascending: false }
      const rows = async (request: ReturnType<typeof out>) =>
        parseRows(storySchema, await request.order('id').abortSignal(signal))
      const categories = needed.size === 0 ? [] : await client.ensureQueryData(categoriesQuery)
      const ofSection = async (section: Section) => {
        const ids = categories.filter((category) => isInSection(category, section)).map(({ id }) => id)
        const found = await rows(out().in('category_id', ids).order('published_at', newest))
        return [section.slug, found] as const
      }
      const [heroes, all, featured, ...bySection] = await Promise.all([
        rows(out().eq('hero', true).order('published_at', newest)),
        rows(out().order('published_at', newest)),
        rows(out().eq('featured', true).order('updated_at', newest)),
        ...Array.from(needed.values(), ofSection),
      ])
      return { heroes, all, featured, bySection: new Map(bySection) }
    },
    placeholderData: keepPreviousData,
  })
}

/** The stories that are known, by id. */
export type Stories = ReadonlyMap<string, BlockStory>

/** Those among which rules choose, and the chosen ones. */
export function knownStories(supplies: Supplies | undefined, chosen: readonly BlockStory[] = []): Stories {
  const { heroes = [], all = [], featured = [], bySection = new Map<string, BlockStory[]>() } = supplies ?? {}
  const known = [...heroes, ...all, ...featured, ...[...bySection.values()].flat(), ...chosen]
  return new Map(known.map((story) => [story.id, story]))
}

/** The stories of each block as its page has them at a time (in ms since 1970), by the same rules. */
export function filledAt(
  sections: Sections,
  blocks: readonly Block[],
  path: string,
  at: number,
  stories: Stories,
  { heroes, all, featured, bySection }: Supplies,
): FilledFront {
  const is = (id: string, condition: (story: BlockStory) => boolean) => {
    const story = stories.get(id)
    return story !== undefined && condition(story)
  }
  const isPresentable = (story: BlockStory) => story.featured_image !== null && story.category_id !== null
  const hero = heroes[0] ?? all.find(isPresentable) ?? all[0]
  const listOf = (block: StoryBlock): readonly BlockStory[] => {
    if (block.kind === 'featured') return featured
    const source = sourceOfRule(sections, block, path)
    if (source === null) return []
    return source === 'magazine' ? all : (bySection.get(source.slug) ?? [])
  }
  return fillFront(blocksAt(storyBlocksOf(blocks), at), {
    isOut: (id) =>
      is(
        id,
        ({ status, published_at, deleted_at }) =>
          status === 'published' && deleted_at === null && Date.parse(published_at ?? '') <= at,
      ),
    hero: () => (path === HOME_PATH ? (hero?.id ?? null) : null),
    isPresentable: (id) => is(id, isPresentable),
    candidates: (block, limit) =>
      listOf(block)
        .slice(0, limit)
        .map(({ id }) => id),
  })
}
