import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, YAMLParseError } from 'yaml'
import * as z from 'zod'
import { articleFields } from '../../src/domain/article.ts'
import { CATEGORY_NAMES } from './categories.ts'
import { WRITER_NAMES } from './people.ts'

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
    author: z.enum(WRITER_NAMES),
    tags: z.array(z.string().min(1)).min(2).max(4),
    status: z.enum(STATUSES),
    days_ago: z.number(),
    featured: z.boolean(),
    hero: z.boolean(),
    format: z.enum(FORMATS),
    image: imageSchema,
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
  const result = frontMatterSchema.safeParse(parseYaml(file, frontMatter))
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

function parseYaml(file: string, source: string): unknown {
  try {
    return parse(source)
  } catch (error) {
    if (error instanceof YAMLParseError) throw new Error(`${file}: ${error.message}`, { cause: error })
    throw error
  }
}
