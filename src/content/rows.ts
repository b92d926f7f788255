import * as z from 'zod/mini'
import { articleSchema } from '../domain/article.ts'
import { authorSchema } from '../domain/author.ts'
import { categorySchema } from '../domain/category.ts'
import { globalStylesSchema, publicFontSchema } from '../domain/font.ts'
import { mediaSchema } from '../domain/media.ts'
import { pageSchema } from '../domain/page.ts'
import { profileSchema } from '../domain/profile.ts'
import { idSchema, timestampSchema } from '../domain/row.ts'
import { tagSchema } from '../domain/tag.ts'

/** An instant in one spelling, so that the order of the texts is the order in time. */
const instantSchema = z.pipe(
  timestampSchema,
  z.transform((value) => new Date(value).toISOString()),
)

const articleRowSchema = z.pipe(
  z.extend(
    z.pick(articleSchema, {
      id: true,
      title: true,
      title_emphasis: true,
      slug: true,
      content: true,
      excerpt: true,
      featured: true,
      hero: true,
      featured_image: true,
      gallery: true,
      read_time: true,
      category_id: true,
      author_id: true,
      meta_title: true,
      meta_description: true,
      meta_keywords: true,
    }),
    {
      published_at: instantSchema,
      updated_at: instantSchema,
      article_tags: z.array(z.object({ tag_id: idSchema })),
    },
  ),
  z.transform(({ article_tags, ...row }) => ({
    ...row,
    tag_ids: article_tags.map(({ tag_id }) => tag_id).sort(),
  })),
)

const pageRowSchema = z.extend(
  z.pick(pageSchema, {
    id: true,
    title: true,
    slug: true,
    content: true,
    excerpt: true,
    meta_title: true,
    meta_description: true,
    parent_id: true,
  }),
  { updated_at: instantSchema },
)

const redirectRowSchema = z.object({
  id: z.pipe(z.union([z.number(), z.string()]), z.transform(String)),
  kind: z.enum(['article', 'page']),
  old_slug: z.string(),
  article_id: z.nullable(idSchema),
  page_id: z.nullable(idSchema),
})

const stylesRowSchema = z.pick(globalStylesSchema, {
  id: true,
  primary_font_id: true,
  secondary_font_id: true,
  accent_font_id: true,
})

const settingsRowSchema = z.object({
  id: idSchema,
  site_name: z.string(),
  tagline: z.string(),
  social_label: z.string(),
  social_url: z.nullable(z.string()),
  newsletter_enabled: z.boolean(),
  contact_enabled: z.boolean(),
  contact_email: z.nullable(z.string()),
})

/**
 * The rows a visitor may read, as the snapshot keeps them, by the name of their table (which is also the `entity` of
 * the publish outbox). Articles carry the ids of their tags.
 */
export const rowSchemas = {
  articles: articleRowSchema,
  categories: z.pick(categorySchema, { id: true, name: true, slug: true, color: true }),
  tags: z.pick(tagSchema, { id: true, name: true, slug: true }),
  profiles: z.pick(profileSchema, { id: true, full_name: true }),
  author_profiles: authorSchema,
  media: z.pick(mediaSchema, {
    id: true,
    storage_path: true,
    mime_type: true,
    alt_text: true,
    caption: true,
    width: true,
    height: true,
  }),
  pages: pageRowSchema,
  fonts: publicFontSchema,
  global_styles: stylesRowSchema,
  slug_redirects: redirectRowSchema,
  site_settings: settingsRowSchema,
}

export type Entity = keyof typeof rowSchemas
export type Row<E extends Entity> = z.output<(typeof rowSchemas)[E]>

/** All rows of all tables. */
export type Rows = { [E in Entity]: Row<E>[] }

/** New and changed rows, and the ids of rows that are gone, by table. */
export type Changes = { [E in Entity]?: { put: Row<E>[]; gone: string[] } }

export const ENTITIES = Object.keys(rowSchemas) as Entity[]

export function isEntity(name: string): name is Entity {
  return Object.hasOwn(rowSchemas, name)
}

/** The rows of an answer that are what they should be; `report` hears of each that is not. */
export function parseRows<E extends Entity>(
  entity: E,
  data: readonly unknown[],
  report: (problem: string) => void,
): Row<E>[] {
  const schema: z.ZodMiniType = rowSchemas[entity]
  const rows: unknown[] = []
  for (const item of data) {
    const result = schema.safeParse(item)
    if (result.success) rows.push(result.data)
    else report(`${entity} ${idOf(item)} is left out: ${z.prettifyError(result.error)}`)
  }
  return rows as Row<E>[]
}

function idOf(item: unknown): string {
  return typeof item === 'object' && item !== null && 'id' in item ? String(item.id) : 'without id'
}
