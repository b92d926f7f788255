import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { serverClock } from '../../../../backend/server-clock.ts'
import { articleSchema } from '../../../../domain/story/article.ts'
import { selectOf } from '../../../../domain/rows/content-type.ts'
import {
  type FrontBlock,
  type StoryBlock,
  hasStories,
  HOME_PATH,
  sourceOfBlock,
  type BlockSource,
} from '../../../../domain/sections/front.ts'
import { type FilledFront, fillFront } from '../../../../domain/sections/front-filling.ts'
import type { PlannedChange } from '../../../../domain/newsroom/prediction.ts'
import { timestampSchema } from '../../../../domain/rows/row.ts'
import { type Section, type Sections, isInSection } from '../../../../domain/sections/section.ts'
import { categoriesQuery } from '../../../story/categories.ts'
import { fetchDrawnPage } from '../../../data/requests/prediction.ts'
import { parseRows } from '../../../data/requests/postgrest.ts'
import { rowsQuery } from '../../../data/requests/queries.ts'
import { blocksAt } from '../edit-blocks.ts'

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

/** A story as the editor of a front shows it. */
export type FrontStory = z.infer<typeof storySchema>

const stories = () => adminClient().from('articles').select(selectOf(storySchema))

/** Stories among which a rule chooses, as pages do. */
const MAX_CANDIDATES = 64

/** The chosen stories, including unpublished ones. */
export function chosenStoriesQuery(ids: readonly string[]) {
  return rowsQuery(['articles', 'of fronts', ids], storySchema, () => stories().in('id', ids), {
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** What the blocks of a front are filled with at a time. */
export interface Supplies {
  /** Stories marked as hero, the present hero first. */
  heroes: FrontStory[]
  all: FrontStory[]
  featured: FrontStory[]
  /** By slug. */
  bySection: ReadonlyMap<string, FrontStory[]>
}

/** Where the rule of a block finds its stories. */
function sourceOfRule(sections: Sections, block: StoryBlock, path: string): BlockSource {
  return sourceOfBlock(sections, block.kind === 'stories' ? block : { section: null }, path)
}

/** The stories that are out at a time (`at`, ISO) and that the rules of the blocks choose among. */
export function suppliesQuery(sections: Sections, blocks: readonly FrontBlock[], path: string, at: string) {
  const needed = new Map(
    blocks.filter(hasStories).flatMap((block) => {
      const source = sourceOfRule(sections, block, path)
      return source === null || source === 'magazine' ? [] : [[source.slug, source] as const]
    }),
  )
  return queryOptions({
    queryKey: ['articles', 'supplies of fronts', [...needed.keys()].sort(), at],
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
export type Stories = ReadonlyMap<string, FrontStory>

/** Those among which rules choose, and the chosen ones. */
export function knownStories(supplies: Supplies | undefined, chosen: readonly FrontStory[] = []): Stories {
  const { heroes = [], all = [], featured = [], bySection = new Map<string, FrontStory[]>() } = supplies ?? {}
  const known = [...heroes, ...all, ...featured, ...[...bySection.values()].flat(), ...chosen]
  return new Map(known.map((story) => [story.id, story]))
}

/** The stories of each block as its page has them at a time (in ms since 1970), by the same rules. */
export function filledAt(
  sections: Sections,
  blocks: readonly FrontBlock[],
  path: string,
  at: number,
  stories: Stories,
  { heroes, all, featured, bySection }: Supplies,
): FilledFront {
  const is = (id: string, condition: (story: FrontStory) => boolean) => {
    const story = stories.get(id)
    return story !== undefined && condition(story)
  }
  const isPresentable = (story: FrontStory) => story.featured_image !== null && story.category_id !== null
  const hero = heroes[0] ?? all.find(isPresentable) ?? all[0]
  const listOf = (block: StoryBlock): readonly FrontStory[] => {
    if (block.kind === 'featured') return featured
    const source = sourceOfRule(sections, block, path)
    if (source === null) return []
    return source === 'magazine' ? all : (bySection.get(source.slug) ?? [])
  }
  return fillFront(blocksAt(blocks, at), {
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

/**
 * The page with these blocks as it will be at a time (ISO; null: now), drawn by the publisher; null when there is none.
 * Stories that are scheduled for before are out then. `asKey`: the blocks as text.
 */
export function drawnPageQuery(asKey: string, path: string, at: string | null) {
  return queryOptions({
    queryKey: ['front_versions', 'drawn', path, at, asKey],
    queryFn: async ({ signal }): Promise<string | null> => {
      const now = serverClock.now().getTime()
      const blocks = blocksAt(JSON.parse(asKey) as FrontBlock[], at === null ? now : Date.parse(at))
      const untimed = blocks.map((block) =>
        hasStories(block)
          ? { ...block, items: block.items.map((item) => ({ ...item, from: null, until: null })) }
          : block,
      )
      // A prepared version that goes live at this time is not the one to be shown.
      const moment = at === null ? null : new Date(Date.parse(at) + 1).toISOString()
      const coming = at === null ? [] : await scheduledUntil(at, signal)
      const changes: PlannedChange[] = [
        // In their order: the last is the newest.
        ...coming.map(({ id }, index): PlannedChange => ({
          table: 'articles',
          id,
          row: { published_at: new Date(now - 60_000 + index * 1_000).toISOString() },
        })),
        {
          ...{ table: 'front_versions', id: null },
          row: { page: path, blocks: untimed, ...(moment === null ? {} : { live_from: moment }) },
        },
      ]
      const dates = Object.fromEntries(coming.map(({ id, published_at }) => [id, published_at ?? '']))
      const html = await fetchDrawnPage(changes, path, { dates, at: moment }, signal)
      return html === null ? null : withoutScripts(html)
    },
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
}

/** A page as it is shown where no script runs. */
function withoutScripts(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const script of page.querySelectorAll('script')) script.remove()
  for (const field of page.querySelectorAll('[autofocus]')) field.removeAttribute('autofocus')
  return `<!doctype html>${page.documentElement.outerHTML}`
}

/** Scheduled stories considered at most when the front of a later moment is shown. */
const MAX_COMING = 50

async function scheduledUntil(at: string, signal: AbortSignal): Promise<FrontStory[]> {
  const request = stories()
    .eq('status', 'published')
    .is('deleted_at', null)
    .gt('published_at', serverClock.now().toISOString())
    .lte('published_at', at)
    .order('published_at')
    .limit(MAX_COMING)
  return parseRows(storySchema, await request.abortSignal(signal))
}
