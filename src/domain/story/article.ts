import * as z from 'zod/mini'
import { type Fields, type FormOf, ContentType } from '../rows/content-type.ts'
import { captions, captionsOf } from '../media/caption.ts'
import {
  date,
  flag,
  image,
  images,
  keywords,
  optionalBody,
  optionalChoice,
  optionalColour,
  optionalText,
  reference,
  references,
  slug,
  storyParts,
  text,
} from '../rows/field.ts'
import { idSchema, timestampSchema } from '../rows/row.ts'
import { MAX_SLUG_LENGTH } from '../sections/slug.ts'
import { credits } from './credit.ts'
import { facts } from './fact.ts'
import { OPENINGS } from './opening.ts'

export const ARTICLE_STATUSES = ['draft', 'review', 'published', 'archived'] as const
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number]

export const ARTICLE_STATUS_LABELS: Readonly<Record<ArticleStatus, string>> = {
  draft: 'Draft',
  review: 'Under Review',
  published: 'Published',
  archived: 'Archived',
}

/** The fields of an article, in the order of the editor's screen. */
export const articleFields = {
  title: text({ label: 'Title', max: 300, required: true }),
  title_emphasis: optionalText({ label: 'Emphasised word', max: 300 }),
  slug: slug({ label: 'URL Slug', max: MAX_SLUG_LENGTH }),
  standfirst: optionalText({ label: 'Standfirst', max: 300 }),
  html: optionalBody('Content'),
  /** Neither this nor `html`: the stored body cannot be read, and stays. */
  parts: storyParts('Content'),
  excerpt: optionalText({ label: 'Excerpt', max: 2000 }),
  meta_title: optionalText({ label: 'SEO Title', max: 60 }),
  meta_description: optionalText({ label: 'Meta Description', max: 160 }),
  meta_keywords: keywords('Meta Keywords'),
  featured: flag('Featured Article'),
  /** Null: published at once. */
  published_at: date('Publish Date'),
  author_id: reference('Author'),
  /** Empty: the author's person wrote the story. */
  credits: credits('Credits'),
  category_id: reference('Category'),
  tag_ids: references('Tags'),
  featured_image: image('Featured Image'),
  /** Null: by the shape of the featured image. */
  opening: optionalChoice('Opening', OPENINGS),
  /** One of its featured image. Null: the one of the wall on it, as for one that the image does not have. */
  colour: optionalColour('Colour'),
  gallery: images('Gallery'),
  /** Captions of the featured image and the gallery that differ from the media library's. */
  captions: captions('Captions'),
  facts: facts('House Facts'),
} satisfies Fields

/** An article: a row of `articles`. `content` is one of the formats that `renderBody` knows; `read_time` is in minutes. */
export const articleType = new ContentType({
  fields: articleFields,
  columns: {
    id: idSchema,
    content: z.unknown(),
    status: z.enum(ARTICLE_STATUSES),
    hero: z.boolean(),
    /** The date chosen for an article that is not published; publishing makes it `published_at`. */
    publish_at: z.nullable(timestampSchema),
    read_time: z.nullable(z.int()),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    version: z.int(),
  },
  // Only words of the title can be emphasised in it, only its pictures have captions, and it is in one text or in parts.
  tidy: (form) => ({
    ...form,
    html: form.parts === null ? form.html : null,
    title_emphasis: form.title.includes(form.title_emphasis) ? form.title_emphasis : '',
    captions: captionsOf(form.captions, [form.featured_image, ...form.gallery]),
  }),
})

export const articleSchema = articleType.row
export type Article = z.infer<typeof articleSchema>
export type ArticleForm = FormOf<typeof articleFields>

/** The line under the title of an article: its standfirst, or else its excerpt. Empty when it has neither. */
export function introOf({ standfirst, excerpt }: Pick<Article, 'standfirst' | 'excerpt'>): string {
  return standfirst?.trim() || (excerpt?.trim() ?? '')
}

/** Days an article stays in the trash before the database deletes it. */
export const TRASH_DAYS = 30

/** Days left in the trash, rounded up; 0 when its time is over. */
export function trashDaysLeft(deletedAt: string, now: Date): number {
  const left = Date.parse(deletedAt) + TRASH_DAYS * 86_400_000 - now.getTime()
  return Math.min(TRASH_DAYS, Math.max(0, Math.ceil(left / 86_400_000)))
}
