import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../backend/admin-client.ts'
import { jsonColumn } from '../../domain/rows/content-type.ts'
import { type FrontItem, HOME_PATH, blocksSchema } from '../../domain/sections/front.ts'
import { unwrap } from '../data/requests/postgrest.ts'
import { JUST_LOADED_MS } from '../data/requests/queries.ts'

/**
 * What fills the hero of the home page: the story marked as hero, or another by the rule; one that somebody chose on the
 * page's front, before it; or nothing, where the front has no hero.
 */
export type HomeHero =
  | { filledBy: 'rule' }
  | { filledBy: 'hand'; id: string; title: string; until: string | null }
  | { filledBy: 'nothing' }

const frontsSchema = z.array(z.object({ page: z.string(), blocks: jsonColumn(z.nullable(blocksSchema)) }))
const titleSchema = z.object({ title: z.string() })

/** What fills the hero of the home page now, as readers see it. */
export const homeHeroQuery = queryOptions({
  queryKey: ['front_versions', 'home hero'],
  queryFn: async ({ signal }): Promise<HomeHero> => {
    const fronts = frontsSchema.parse(unwrap(await adminClient().rpc('get_live_fronts').abortSignal(signal)))
    const blocks = fronts.find(({ page }) => page === HOME_PATH)?.blocks ?? null
    if (blocks === null) return { filledBy: 'rule' }
    const hero = blocks.find((block) => block.kind === 'hero')
    if (hero === undefined) return { filledBy: 'nothing' }
    // Readers get only chosen stories that are out, and in their time.
    const [chosen] = hero.items
    if (chosen === undefined) return { filledBy: 'rule' }
    const { article_id: id, until } = chosen
    return { filledBy: 'hand', id, until, title: chosen.title ?? (await titleOf(id, signal)) }
  },
  staleTime: JUST_LOADED_MS,
})

async function titleOf(id: FrontItem['article_id'], signal: AbortSignal): Promise<string> {
  const request = adminClient().from('articles').select('title').eq('id', id)
  return titleSchema.parse(unwrap(await request.abortSignal(signal).single())).title
}
