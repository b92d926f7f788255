import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import * as z from 'zod'
import { articleFields } from '../../src/domain/story/article.ts'
import { renderBody } from '../../src/domain/body/render.ts'
import { OPENINGS } from '../../src/domain/story/opening.ts'
import { readTime } from '../../src/domain/story/read-time.ts'
import { slugify } from '../../src/domain/sections/slug.ts'
import { categoryId, CATEGORY_NAMES } from './categories.ts'
import { storyDates } from './dates.ts'
import { GUESTS, personId, personOf, WRITER_NAMES } from './people.ts'
import { namedImage } from './pictures/drawing.ts'
import { pictureName } from './pictures/pictures.ts'
import { stableId } from './stable.ts'
import { type TreeKind, storyContent } from './story-content.ts'

const GUEST_NAMES = GUESTS.map(({ name }) => name)

const FORMATS = ['plain', 'rich-text', 'blocks', 'html', 'interactive', 'mixed-media'] as const
const STATUSES = ['published', 'draft', 'review', 'archived', 'scheduled'] as const

const shareSchema = z.number().min(0).max(1)

/** Crop: left, top, width and height as fractions of the picture. */
const cropSchema = z
  .tuple([shareSchema, shareSchema, shareSchema, shareSchema])
  .refine(([x, y, width, height]) => width > 0 && height > 0 && x + width <= 1.0001 && y + height <= 1.0001, {
    error: 'the crop leaves the picture',
  })

const imageSchema = z.strictObject({
  file: z.string().regex(/^[a-z0-9-]+\.webp$/),
  flip: z.boolean().default(false),
  crop: cropSchema.default([0, 0, 1, 1]),
})
export type StoryImage = z.infer<typeof imageSchema>

const frontMatterSchema = z
  .strictObject({
    title: z.string().min(1),
    emphasis: z.string().min(1).optional(),
    excerpt: z.string().min(1).max(200),
    category: z.enum(CATEGORY_NAMES),
    author: z.string().transform(personOf).pipe(z.enum(WRITER_NAMES)),
    /** Its people; left out, its author wrote it. */
    credits: z
      .array(
        z.strictObject({
          person: z
            .string()
            .transform(personOf)
            .pipe(z.enum([...WRITER_NAMES, ...GUEST_NAMES])),
          role: z.string().min(1),
        }),
      )
      // Two names may belong to one person.
      .transform((credits) => [...new Map(credits.map((one) => [`${one.role}/${one.person}`, one])).values()])
      .optional(),
    tags: z.array(z.string().min(1)).min(2).max(4),
    status: z.enum(STATUSES),
    days_ago: z.number(),
    featured: z.boolean(),
    hero: z.boolean(),
    format: z.enum(FORMATS),
    image: imageSchema,
    opening: z.enum(OPENINGS).optional(),
    /** Values by label, in their order. */
    facts: z.record(z.string(), z.string()).default({}),
    caption: z.string().min(1).optional(),
    gallery: z.array(imageSchema).default([]),
    seo: z
      .strictObject({
        title: z.string().min(1).max(articleFields.meta_title.max),
        description: z.string().min(1).max(articleFields.meta_description.max),
        keywords: z.array(z.string().min(1)),
      })
      .optional(),
  })
  .refine(({ title, emphasis }) => emphasis === undefined || title.includes(emphasis), {
    error: 'does not occur in the title',
    path: ['emphasis'],
  })
  .refine(({ status, days_ago }) => (status === 'scheduled' ? days_ago < 0 : days_ago > 0), {
    error: 'must be negative for a scheduled story and positive for any other',
    path: ['days_ago'],
  })

/** A story file: front matter, slug (the file name) and raw body. */
export type Story = z.infer<typeof frontMatterSchema> & { slug: string; body: string }

const STORIES_FOLDER = join(import.meta.dirname, 'stories')

/** Parses a story file. Throws an error with file name and reason. */
export function parseStory(file: string, source: string): Story {
  const [, frontMatter, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source.replace(/\r\n/g, '\n')) ?? []
  if (frontMatter === undefined || body === undefined) {
    throw new Error(`${file}: the front matter between two lines of --- is missing`)
  }
  if (body.trim() === '') throw new Error(`${file}: the body is empty`)
  const yaml = parseDocument(frontMatter)
  if (yaml.errors[0] !== undefined) throw new Error(`${file}: ${yaml.errors[0].message}`)
  const result = frontMatterSchema.safeParse(yaml.toJS())
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`)
  return { ...result.data, slug: file.replace(/\.md$/, ''), body: body.trim() }
}

/** All demo stories, sorted by slug. Throws when one is invalid. */
export async function readStories(): Promise<Story[]> {
  const files = (await readdir(STORIES_FOLDER)).filter((file) => file.endsWith('.md')).toSorted()
  return Promise.all(
    files.map(async (file) => parseStory(file, await readFile(join(STORIES_FOLDER, file), 'utf8'))),
  )
}

/** Lookups for an article row: account id by the writer's name, public URL by the picture's name, id by the role's name. */
export interface References {
  idOf: (writer: string) => string
  urlOf: (picture: string) => string
  roleIdOf: (role: string) => string
}

export function tagId(name: string): string {
  return stableId('tag', name)
}

/** The rows of `tags`, for all tags of the stories. */
export function tagRows(stories: readonly Story[]) {
  const names = new Set(stories.flatMap(({ tags }) => tags))
  return [...names].toSorted().map((name) => ({ id: tagId(name), name, slug: slugify(name) }))
}

/** The rows of `article_tags`. */
export function articleTagRows(stories: readonly Story[]) {
  return stories.flatMap(({ slug, tags }) =>
    tags.map((tag) => ({ article_id: stableId('article', slug), tag_id: tagId(tag) })),
  )
}

/** The rows of `articles`. Rich-text stories alternate between the two kinds of tree. */
export function articleRows(stories: readonly Story[], references: References, now: Date) {
  const richText = stories.filter(({ format }) => format === 'rich-text')
  return stories.map((story) =>
    articleRow(story, references, richText.indexOf(story) % 2 === 1 ? 'lexical' : 'prosemirror', now),
  )
}

function articleRow(story: Story, { idOf, urlOf, roleIdOf }: References, tree: TreeKind, now: Date) {
  const imageUrl = (image: StoryImage) => urlOf(pictureName(story, image))
  const content = storyContent(story, (file) => imageUrl(namedImage(file)), tree)
  const body = renderBody(content)
  if (body.kind === 'error') throw new Error(`${story.slug}.md: its ${body.reason} text cannot be read`)
  return {
    id: stableId('article', story.slug),
    title: story.title,
    title_emphasis: story.emphasis ?? null,
    slug: story.slug,
    content,
    excerpt: story.excerpt,
    status: story.status === 'scheduled' ? 'published' : story.status,
    featured: story.featured,
    hero: story.hero,
    featured_image: imageUrl(story.image),
    opening: story.opening ?? null,
    facts: Object.entries(story.facts).map(([label, value]) => ({ label, value })),
    gallery: story.gallery.map(imageUrl),
    read_time: readTime(body.words),
    category_id: categoryId(story.category),
    author_id: idOf(story.author),
    credits:
      story.credits?.map(({ person, role }) => ({ person_id: personId(person), role_id: roleIdOf(role) })) ??
      null,
    meta_title: story.seo?.title ?? null,
    meta_description: story.seo?.description ?? null,
    meta_keywords: story.seo?.keywords ?? [],
    ...storyDates(story, now),
  }
}
