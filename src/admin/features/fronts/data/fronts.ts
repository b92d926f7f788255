import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { jsonColumn, selectOf } from '../../../../domain/rows/content-type.ts'
import { type FrontBlock, blocksSchema, standardBlocks } from '../../../../domain/sections/front.ts'
import type { Sections } from '../../../../domain/sections/section.ts'
import { idSchema, timestampSchema } from '../../../../domain/rows/row.ts'
import { parseRow, unwrap } from '../../../data/requests/postgrest.ts'
import { JUST_LOADED_MS, rowsQuery } from '../../../data/requests/queries.ts'

const versionSchema = z.object({
  id: idSchema,
  /** The path of the page. */
  page: z.string(),
  live_from: timestampSchema,
  /** Null: the standard page. */
  blocks: jsonColumn(z.nullable(blocksSchema)),
  note: z.string(),
  created_by: z.nullable(idSchema),
  updated_at: timestampSchema,
  version: z.int(),
})

/** A version of a front. */
export type FrontVersion = z.infer<typeof versionSchema>

/** Versions listed of all fronts together: former ones accumulate. */
const MAX_VERSIONS = 200

/** The versions of all fronts, by the time they go live, the latest first. */
export const frontsQuery = rowsQuery(
  ['front_versions'],
  versionSchema,
  () =>
    adminClient()
      .from('front_versions')
      .select(selectOf(versionSchema))
      .order('live_from', { ascending: false })
      .limit(MAX_VERSIONS),
  { staleTime: JUST_LOADED_MS },
)

export interface FrontState {
  /** The version that is live; null: the standard page, which nobody has changed. */
  live: FrontVersion | null
  /** By the time they go live, the earliest first. */
  prepared: FrontVersion[]
  /** The latest first. */
  former: FrontVersion[]
}

/** What is live of a front, what is prepared and what was. `versions` as `frontsQuery` has them. */
export function stateOfFront(versions: readonly FrontVersion[], path: string, now: Date): FrontState {
  const own = versions.filter(({ page }) => page === path)
  const isPrepared = ({ live_from }: FrontVersion) => Date.parse(live_from) > now.getTime()
  const [live = null, ...former] = own.filter((version) => !isPrepared(version))
  return { live, prepared: own.filter(isPrepared).reverse(), former }
}

/** The blocks of a version; null: of the front that nobody has changed. */
export const blocksOf = (sections: Sections, version: FrontVersion | null, path: string): FrontBlock[] =>
  version?.blocks ?? standardBlocks(sections, path)

/** What a save writes. `liveFrom` null: it goes live now. `blocks` null: the standard page. */
export interface FrontSave {
  path: string
  blocks: readonly FrontBlock[] | null
  liveFrom: string | null
  note: string
  /** The prepared version that is changed; null: a new one. */
  prepared: Pick<FrontVersion, 'id' | 'version'> | null
  /** The id of the version that was live when the edit of a new one began; null: none was. */
  base: string | null
}

/** Rejects with a BackendError, 'conflict' when the front was saved by someone else since. */
export async function saveFront({
  path,
  blocks,
  liveFrom,
  note,
  prepared,
  base,
}: FrontSave): Promise<FrontVersion> {
  return parseRow(
    versionSchema,
    await adminClient().rpc('save_front', {
      p_id: prepared?.id ?? null,
      p_version: prepared?.version ?? null,
      p_base: base,
      p_front: {
        page: path,
        blocks: blocks && blocks.map((block) => ({ ...block })),
        live_from: liveFrom,
        note,
      },
    }),
  )
}

/** Takes a prepared version away. Rejects with a BackendError. */
export async function removeFront(id: string): Promise<void> {
  unwrap(await adminClient().from('front_versions').delete().eq('id', id))
}
