import * as z from 'zod/mini'
import { idSchema, timestampSchema } from './row.ts'
import { SLUG_PATTERN } from './slug.ts'

export const ARTICLE_STATUSES = ['draft', 'review', 'published', 'archived'] as const
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number]

export const ARTICLE_STATUS_LABELS: Readonly<Record<ArticleStatus, string>> = {
  draft: 'Draft',
  review: 'Under Review',
  published: 'Published',
  archived: 'Archived',
}

export const MAX_META_TITLE = 60
export const MAX_META_DESCRIPTION = 160

/** A row of `articles`. `content` is one of the formats that `renderBody` knows; `read_time` is in minutes. */
export const articleSchema = z.object({
  id: idSchema,
  title: z.string(),
  title_emphasis: z.nullable(z.string()),
  slug: z.string(),
  content: z.unknown(),
  excerpt: z.nullable(z.string()),
  status: z.enum(ARTICLE_STATUSES),
  featured: z.boolean(),
  hero: z.boolean(),
  featured_image: z.nullable(z.string()),
  gallery: z.array(z.string()),
  read_time: z.nullable(z.int()),
  category_id: z.nullable(idSchema),
  author_id: z.nullable(idSchema),
  meta_title: z.nullable(z.string()),
  meta_description: z.nullable(z.string()),
  meta_keywords: z.array(z.string()),
  published_at: z.nullable(timestampSchema),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  version: z.int(),
})
export type Article = z.infer<typeof articleSchema>

/** The status in words; a published article whose date has not come is 'Scheduled'. */
export function displayStatus(article: Pick<Article, 'status' | 'published_at'>, now: Date): string {
  const { status, published_at } = article
  if (status === 'published' && published_at !== null && Date.parse(published_at) > now.getTime())
    return 'Scheduled'
  return ARTICLE_STATUS_LABELS[status]
}

/** How long an article can be taken back from the trash; then the database deletes it. */
export const TRASH_DAYS = 30

/** Days until an article in the trash is gone, a begun day counted as one; 0 when its time is over. */
export function trashDaysLeft(deletedAt: string, now: Date): number {
  const left = Date.parse(deletedAt) + TRASH_DAYS * 86_400_000 - now.getTime()
  return Math.min(TRASH_DAYS, Math.max(0, Math.ceil(left / 86_400_000)))
}

/** 'oak, , small rooms ' → ['oak', 'small rooms']; a word given twice counts once. */
export function parseKeywords(text: string): string[] {
  const words = text.split(',').map((word) => word.trim())
  return [...new Set(words)].filter((word) => word !== '')
}

/** The article editor. Empty text stands for what the row holds as null; `meta_keywords` is comma separated. */
export const articleFormSchema = z.object({
  title: z.string().check(z.trim(), z.minLength(1, 'Title is required'), z.maxLength(300)),
  title_emphasis: z.string().check(z.maxLength(300)),
  slug: z.string().check(
    z.trim(),
    z.maxLength(320),
    z.refine(
      (slug) => slug === '' || SLUG_PATTERN.test(slug),
      'Use lower-case letters, digits and single hyphens',
    ),
  ),
  content: z.unknown(),
  excerpt: z.string().check(z.maxLength(2000)),
  featured: z.boolean(),
  featured_image: z.nullable(z.string()),
  gallery: z.array(z.string()),
  category_id: z.nullable(idSchema),
  author_id: z.nullable(idSchema),
  tag_ids: z.array(idSchema),
  meta_title: z
    .string()
    .check(z.trim(), z.maxLength(MAX_META_TITLE, `SEO title must be at most ${MAX_META_TITLE} characters`)),
  meta_description: z
    .string()
    .check(
      z.trim(),
      z.maxLength(
        MAX_META_DESCRIPTION,
        `Meta description must be at most ${MAX_META_DESCRIPTION} characters`,
      ),
    ),
  meta_keywords: z.string(),
  published_at: z.nullable(timestampSchema),
})
export type ArticleForm = z.infer<typeof articleFormSchema>

const htmlContentSchema = z.object({ html: z.string() })

/** The HTML of an object that holds html, or a plain string as it is; null for every other content. Not sanitised. */
export function contentHtml(content: unknown): string | null {
  if (typeof content === 'string') return content
  const parsed = htmlContentSchema.safeParse(content)
  return parsed.success ? parsed.data.html : null
}
