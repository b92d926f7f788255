import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { idSchema } from '../../../../domain/rows/row.ts'
import { parseRows } from '../../../data/requests/postgrest.ts'

const titledSchema = z.object({ id: idSchema, title: z.string() })

/** The titles of the articles and pages among rows of the publisher's tables, by id. */
export async function fetchTitles(
  rows: readonly { entity: string; entity_id: string }[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const titled = async (table: 'articles' | 'pages') => {
    const ids = new Set(rows.filter(({ entity }) => entity === table).map(({ entity_id }) => entity_id))
    if (ids.size === 0) return []
    return parseRows(
      titledSchema,
      await adminClient()
        .from(table)
        .select('id, title')
        .in('id', [...ids])
        .abortSignal(signal),
    )
  }
  const found = await Promise.all([titled('articles'), titled('pages')])
  return new Map(found.flat().map(({ id, title }) => [id, title]))
}
