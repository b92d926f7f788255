import * as z from 'zod/mini'
import { articleType } from '../domain/story/article.ts'
import { authorSchema } from '../domain/people/author.ts'
import { isDeeperThan, MAX_CONTENT_DEPTH } from '../domain/body/limits.ts'
import { categorySchema } from '../domain/sections/category.ts'
import { creditRoleSchema } from '../domain/story/credit.ts'
import { jsonColumn, selectOf } from '../domain/rows/content-type.ts'
import { globalStylesSchema, fontSchema } from '../domain/media/font.ts'
import { blocksSchema } from '../domain/sections/front.ts'
import { mediaType } from '../domain/media/media.ts'
import { shownAddress } from '../domain/media/media-address.ts'
import { pageType } from '../domain/sections/page.ts'
import { profileSchema } from '../domain/people/profile.ts'
import { menuSchema } from '../domain/site/menu.ts'
import { redirectSchema } from '../domain/site/redirect.ts'
import { idSchema, timestampSchema } from '../domain/rows/row.ts'
import { brandingSchema, parseMark } from '../domain/site/branding.ts'
import { settingsType } from '../domain/site/settings.ts'
import { sectionSchema } from '../domain/sections/section.ts'
import { letterContentSchema } from '../domain/letters/letter.ts'
import { fitsFileName } from '../domain/sections/slug.ts'
import { themeSchema } from '../domain/theme/theme.ts'
import { tagSchema } from '../domain/sections/tag.ts'

/** An ISO time in one format, so that string order is time order. */
const instantSchema = z.pipe(
  timestampSchema,
  z.transform((value) => new Date(value).toISOString()),
)

const articleRow = z.extend(articleType.columns, {
  ...z.pick(articleType.row, { id: true, content: true, hero: true, read_time: true }).shape,
  published_at: instantSchema,
  modified_at: instantSchema,
  updated_at: instantSchema,
  article_tags: z.array(z.object({ tag_id: idSchema })),
  withdrawn_files: z.array(z.string()),
})

const pageRow = z.extend(z.omit(pageType.columns, { status: true }), {
  ...z.pick(pageType.row, { id: true, content: true }).shape,
  modified_at: instantSchema,
  withdrawn_files: z.array(z.string()),
})

const mediaRow = z.pick(mediaType.row, {
  id: true,
  storage_path: true,
  mime_type: true,
  width: true,
  height: true,
  alt_text: true,
  caption: true,
  focus: true,
  credit: true,
  licence: true,
  licence_url: true,
  made_by: true,
})

const stylesRow = z.pick(globalStylesSchema, {
  id: true,
  primary_font_id: true,
  secondary_font_id: true,
  accent_font_id: true,
})

const settingsRow = z.pick(settingsType.row, {
  id: true,
  site_name: true,
  tagline: true,
  social_label: true,
  social_url: true,
  newsletter_enabled: true,
  newsletter_confirm: true,
  contact_enabled: true,
  contact_email: true,
  texts: true,
  language: true,
  time_zone: true,
  date_language: true,
  index_now: true,
})

/** A version of a front as readers see it now; `blocks` null: the standard page. */
const frontRow = z.object({
  id: idSchema,
  page: z.string(),
  live_from: instantSchema,
  blocks: jsonColumn(z.nullable(blocksSchema)),
})

/** A letter that was frozen; visitors see no other one. */
const letterRow = z.object({
  id: idSchema,
  slug: z.string(),
  content: jsonColumn(letterContentSchema),
  frozen_at: instantSchema,
  withdrawn_files: z.array(z.string()),
})

/** A menu, whose items depend on which one it is. */
const menuRow = z.object({ id: z.string(), items: z.unknown() })

const brandingRow = z.extend(brandingSchema, { id: idSchema })

/** Public rows of each table, as PostgREST returns them. */
const storedRows = {
  articles: articleRow,
  categories: z.extend(
    z.pick(categorySchema, { id: true, name: true, slug: true, color: true, sections: true }),
    { created_at: instantSchema },
  ),
  tags: z.pick(tagSchema, { id: true, name: true, slug: true }),
  profiles: z.extend(z.pick(profileSchema, { id: true, full_name: true }), { name_confirmed: z.boolean() }),
  author_profiles: authorSchema,
  credit_roles: creditRoleSchema,
  media: mediaRow,
  pages: pageRow,
  sections: sectionSchema,
  menus: menuRow,
  fonts: fontSchema,
  global_styles: stylesRow,
  theme: z.extend(themeSchema, { id: idSchema }),
  branding: brandingRow,
  slug_redirects: redirectSchema,
  site_settings: settingsRow,
  front_versions: frontRow,
  letters: letterRow,
}

/**
 * The rows as the content keeps them, by table name (which is also the `entity` of the publish outbox). Articles have
 * the ids of their tags, and were not modified before they were published; they and the branding have no picture that is
 * withdrawn.
 */
export const rowSchemas = {
  ...storedRows,
  menus: z.pipe(menuRow, menuSchema),
  branding: z.pipe(
    brandingRow,
    z.transform(({ logo, logo_dark, icon, ...row }) => ({
      ...row,
      logo: parseMark(logo),
      logo_dark: parseMark(logo_dark),
      icon: parseMark(icon),
    })),
  ),
  articles: z.pipe(
    articleRow,
    z.transform(({ article_tags, ...row }) => ({
      ...row,
      modified_at: row.modified_at > row.published_at ? row.modified_at : row.published_at,
      featured_image: shownAddress(row.featured_image, row.withdrawn_files),
      gallery: row.gallery.filter((address) => shownAddress(address, row.withdrawn_files) !== null),
      tag_ids: article_tags.map(({ tag_id }) => tag_id).sort(),
    })),
  ),
}

export type Entity = keyof typeof rowSchemas
export type Row<E extends Entity> = z.output<(typeof rowSchemas)[E]>

/** An article without its text. */
export type ArticleRow = Omit<Row<'articles'>, 'content'>

/** All rows of all tables. */
export type Rows = { [E in Entity]: Row<E>[] }

/** New and changed rows of one table, and the ids of rows that are gone. */
export interface RowChanges<T> {
  put: T[]
  gone: string[]
}

/** The changes of all tables. */
export type Changes = { [E in Entity]?: RowChanges<Row<E>> }

/** The ids of the articles that come, change or go. */
export function changedArticles({ articles }: Changes): string[] {
  const { put = [], gone = [] } = articles ?? {}
  return [...gone, ...put.map(({ id }) => id)]
}

export const ENTITIES = Object.keys(rowSchemas) as Entity[]

/** The columns of a table that a visitor may read and the content keeps. */
export function columnsOf(entity: Entity): string {
  return selectOf(storedRows[entity])
}

export function isEntity(name: string): name is Entity {
  return Object.hasOwn(rowSchemas, name)
}

/** A row that cannot be published, and why. */
export interface SkippedRow {
  /** The table. */
  entity: string
  id: string
  reason: string
}

export type ReportSkipped = (skipped: SkippedRow) => void

/** Parses rows. A row that cannot be published is skipped and passed to `report`. */
export function parseRows<E extends Entity>(
  entity: E,
  data: readonly unknown[],
  report: ReportSkipped,
): Row<E>[] {
  const schema: z.ZodMiniType = rowSchemas[entity]
  const rows: unknown[] = []
  for (const item of data) {
    const reason = brokenLimit(item)
    const result = schema.safeParse(reason === null ? item : undefined)
    if (result.success) rows.push(result.data)
    else report({ entity, id: idOf(item), reason: reason ?? z.prettifyError(result.error) })
  }
  return rows as Row<E>[]
}

/** Why a row cannot be published although its columns are of the right types; null when it can. */
function brokenLimit(item: unknown): string | null {
  // The row itself is a level, too.
  if (isDeeperThan(item, MAX_CONTENT_DEPTH + 1)) return `nested more than ${MAX_CONTENT_DEPTH} levels deep`
  const { slug, old_slug }: { slug?: unknown; old_slug?: unknown } = Object(item)
  for (const path of [slug, old_slug]) {
    if (typeof path === 'string' && !path.split('/').every(fitsFileName)) {
      return 'its address is too long for the name of a file'
    }
  }
  return null
}

function idOf(item: unknown): string {
  return typeof item === 'object' && item !== null && 'id' in item ? String(item.id) : 'without id'
}
