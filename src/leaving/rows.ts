import type { SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { menuSchema } from '../domain/site/menu.ts'
import { creditSchema } from '../domain/story/credit.ts'
import { MADE_BY } from '../domain/media/media-rights.ts'
import { jsonColumn, selectOf } from '../domain/rows/content-type.ts'

const text = z.nullable(z.string())

/** The tables of which all rows are read at once: their number follows from the size of the library, not of the texts. */
const schemas = {
  sections: z.object({
    ...{ id: z.string(), slug: z.string(), title: z.string(), description: z.string() },
    ...{ position: z.int(), in_navigation: z.boolean() },
  }),
  categories: z.object({
    ...{ id: z.string(), name: z.string(), slug: z.string(), description: text },
    ...{ color: z.string(), sections: z.array(z.string()) },
  }),
  tags: z.object({ id: z.string(), name: z.string(), slug: z.string() }),
  author_profiles: z.object({
    ...{ id: z.string(), profile_id: text, name: z.string(), slug: z.string(), bio: text },
    ...{ image_url: text, role: text, team_position: z.nullable(z.int()) },
    social_links: z.record(z.string(), z.unknown()),
    email: text,
  }),
  credit_roles: z.object({
    ...{ id: z.string(), byline: z.string(), is_words: z.boolean(), position: z.int() },
  }),
  media: z.object({
    ...{ id: z.string(), storage_path: z.string(), original_filename: z.string(), mime_type: z.string() },
    ...{ alt_text: text, caption: text, credit: text, created_at: z.string() },
    ...{ source: text, licence: text, licence_url: text, restriction: text },
    ...{ usable_from: text, usable_until: text, rights_override_at: text },
    focus: z.nullable(z.array(z.number())),
    made_by: z.nullable(z.enum(MADE_BY)),
  }),
  slug_redirects: z.object({
    ...{ id: z.number(), kind: z.string(), old_path: z.string(), old_slug: z.string(), target: text },
    ...{ article_id: text, page_id: text, entity_id: text },
  }),
  menus: z.object({ id: z.string(), items: z.unknown() }),
} as const
type Tables = { [T in keyof typeof schemas]: z.infer<(typeof schemas)[T]>[] }

const settingsSchema = z.object({
  ...{ site_name: z.string(), tagline: z.string(), language: z.enum(['en', 'de']) },
  ...{ time_zone: text, date_language: text },
})
export type Settings = z.infer<typeof settingsSchema>

export interface SmallTables extends Omit<Tables, 'menus'> {
  settings: Settings
  menus: z.infer<typeof menuSchema>[]
}

const PAGE = 1000

/** Reads all of a magazine but its texts. Rejects with a sentence where the database cannot be read. */
export async function readSmallTables(service: SupabaseClient): Promise<SmallTables> {
  const entries: [string, unknown[]][] = []
  for (const [table, schema] of Object.entries(schemas)) {
    const rows: unknown[] = []
    for await (const row of rowsOf(service, table, schema)) rows.push(row)
    entries.push([table, rows])
  }
  const { menus, ...tables } = Object.fromEntries(entries) as unknown as Tables
  const columns = selectOf(settingsSchema)
  const found = await service.from('site_settings').select(columns).limit(1).maybeSingle()
  if (found.error !== null) throw new Error(`Reading the settings: ${found.error.message}`)
  const settings = settingsSchema.parse(
    found.data ?? { site_name: '', tagline: '', language: 'en', time_zone: null, date_language: null },
  )
  return { ...tables, settings, menus: menus.map((menu) => menuSchema.parse(menu)) }
}

/** The rows of a table in the order of their ids, page by page. */
export async function* rowsOf<Schema extends z.ZodMiniObject>(
  service: SupabaseClient,
  table: string,
  schema: Schema,
): AsyncGenerator<z.infer<Schema>> {
  let last: string | number | null = null
  for (;;) {
    const all = service.from(table).select(selectOf(schema)).order('id').limit(PAGE)
    const { data, error } = await (last === null ? all : all.gt('id', last))
    if (error !== null) throw new Error(`Reading ${table}: ${error.message}`, { cause: error })
    const rows = z.array(schema).parse(data)
    yield* rows
    const end = rows.at(-1) as { id: string | number } | undefined
    if (end === undefined || rows.length < PAGE) return
    last = end.id
  }
}

const placed = { id: z.string(), created_at: z.string() }
/** What is known of each story before its text is read. */
export const storyPlace = z.object({
  ...{ ...placed, deleted_at: text, title: z.string(), author_id: text },
  credits: jsonColumn(z.nullable(z.array(creditSchema))),
})
export const pagePlace = z.object({ ...placed, slug: z.string(), parent_id: text, status: z.string() })

const article = z.object({
  ...{ id: z.string(), title: z.string(), title_emphasis: text, slug: z.string(), content: z.unknown() },
  ...{ standfirst: text, excerpt: text, status: z.enum(['draft', 'review', 'published', 'archived']) },
  ...{ featured: z.boolean(), hero: z.boolean(), featured_image: text, gallery: z.array(z.string()) },
  ...{
    category_id: text,
    author_id: text,
    meta_title: text,
    meta_description: text,
    opening: text,
    colour: text,
  },
  meta_keywords: z.array(z.string()),
  ...{ published_at: text, publish_at: text, created_at: z.string(), modified_at: z.string() },
  credits: jsonColumn(z.nullable(z.array(creditSchema))),
  facts: jsonColumn(z.array(z.object({ label: z.string(), value: z.string() }))),
  captions: jsonColumn(z.record(z.string(), z.string())),
  article_tags: z.array(z.object({ tag_id: z.string() })),
  withdrawn_files: z.array(z.string()),
})
export type Article = z.infer<typeof article>

const page = z.object({
  ...{ id: z.string(), title: z.string(), slug: z.string(), content: z.unknown(), excerpt: text },
  ...{ status: z.enum(['draft', 'review', 'published']), parent_id: text },
  ...{ meta_title: text, meta_description: text, created_at: z.string(), modified_at: z.string() },
  withdrawn_files: z.array(z.string()),
})
export type PageRow = z.infer<typeof page>

/** Texts that are read at a time: each may have a megabyte. */
const TEXTS = 20

/** Stories by their ids, in that order; one that is gone meanwhile is left out. */
export function readStories(service: SupabaseClient, ids: readonly string[]): AsyncGenerator<Article> {
  return textsOf(service, 'articles', article, ids)
}

/** Pages by their ids, in that order. */
export function readPages(service: SupabaseClient, ids: readonly string[]): AsyncGenerator<PageRow> {
  return textsOf(service, 'pages', page, ids)
}

async function* textsOf<Schema extends z.ZodMiniObject>(
  service: SupabaseClient,
  table: string,
  schema: Schema,
  ids: readonly string[],
): AsyncGenerator<z.infer<Schema>> {
  for (let at = 0; at < ids.length; at += TEXTS) {
    const some = ids.slice(at, at + TEXTS)
    const { data, error } = await service.from(table).select(selectOf(schema)).in('id', some)
    if (error !== null) throw new Error(`Reading ${table}: ${error.message}`, { cause: error })
    const rows = z.array(schema).parse(data) as (z.infer<Schema> & { id: string })[]
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield* some.flatMap((id) => byId.get(id) ?? [])
  }
}

const accountSchema = z.object({ id: z.string(), full_name: text })

/** The names of accounts, by id. Their addresses are never read. */
export async function readAccountNames(service: SupabaseClient): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for await (const { id, full_name } of rowsOf(service, 'profiles', accountSchema))
    if (full_name?.trim()) names.set(id, full_name.trim())
  return names
}
