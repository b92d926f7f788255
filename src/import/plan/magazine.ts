import type { SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod/mini'

const named = z.object({ id: z.string(), name: z.string(), slug: z.string() })
const schemas = {
  categories: named,
  tags: named,
  author_profiles: named,
  sections: z.object({ id: z.string(), slug: z.string(), title: z.string(), position: z.int() }),
  articles: z.object({ id: z.string(), slug: z.string() }),
  pages: z.object({ id: z.string(), slug: z.string(), parent_id: z.nullable(z.string()) }),
  media: z.object({ id: z.string(), storage_path: z.string() }),
  slug_redirects: z.object({ id: z.number(), kind: z.string(), old_slug: z.string() }),
  menus: z.object({ id: z.string(), items: z.array(z.unknown()) }),
  site_settings: z.object({ id: z.string(), site_name: z.string() }),
  credit_roles: z.object({ id: z.string(), is_words: z.boolean() }),
} as const
type Table = keyof typeof schemas
type Rows = { [T in Table]: z.infer<(typeof schemas)[T]>[] }

/** What a magazine has that an import has to fit in. */
export type Magazine = Rows

const PAGE = 1000

/** Reads what the magazine has. Rejects with a sentence where the database cannot be read. */
export async function readMagazine(service: SupabaseClient): Promise<Magazine> {
  const entries: [string, unknown[]][] = []
  for (const [table, schema] of Object.entries(schemas)) {
    entries.push([table, await readAll(service, table, schema)])
  }
  return Object.fromEntries(entries) as Rows
}

async function readAll(service: SupabaseClient, table: string, schema: z.ZodMiniObject): Promise<unknown[]> {
  const columns = Object.keys(schema.def.shape).join()
  const rows: unknown[] = []
  for (let from = 0; ; from += PAGE) {
    const { data, error } = await service
      .from(table)
      .select(columns)
      .order('id')
      .range(from, from + PAGE - 1)
    if (error !== null) throw new Error(`Reading ${table}: ${error.message}`, { cause: error })
    rows.push(...z.array(schema).parse(data))
    if (data.length < PAGE) return rows
  }
}
