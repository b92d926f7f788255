import * as z from 'zod/mini'
import { articleFormSchema, parseKeywords } from '../../../../domain/article.ts'
import type { ArticleStatus } from '../../../../domain/article.ts'
import { renderBody } from '../../../../domain/body/render.ts'
import { readTime } from '../../../../domain/read-time.ts'

/**
 * What the editor holds of an article. Empty text stands for null; `html` is null for a body that cannot be edited as
 * text (interactive, mixed media), which then stays as it is stored. `published_at` is the chosen date, null: at once.
 */
export const editorFormSchema = z.object({
  title: z.string(),
  title_emphasis: z.string(),
  slug: z.string(),
  html: z.nullable(z.string()),
  excerpt: z.string(),
  featured: z.boolean(),
  featured_image: z.nullable(z.string()),
  gallery: z.array(z.string()),
  category_id: z.nullable(z.string()),
  author_id: z.nullable(z.string()),
  tag_ids: z.array(z.string()),
  meta_title: z.string(),
  meta_description: z.string(),
  meta_keywords: z.string(),
  published_at: z.nullable(z.string()),
})
export type EditorForm = z.infer<typeof editorFormSchema>
export type Field = keyof EditorForm

/** The fields in the order they stand on the screen, as differences name them. */
export const FIELD_LABELS: Readonly<Record<Field, string>> = {
  title: 'Title',
  title_emphasis: 'Emphasised word',
  slug: 'URL Slug',
  html: 'Content',
  excerpt: 'Excerpt',
  meta_title: 'SEO Title',
  meta_description: 'Meta Description',
  meta_keywords: 'Meta Keywords',
  featured: 'Featured Article',
  published_at: 'Publish Date',
  author_id: 'Author',
  category_id: 'Category',
  tag_ids: 'Tags',
  featured_image: 'Featured Image',
  gallery: 'Gallery',
}

const FIELDS = Object.keys(FIELD_LABELS) as Field[]

/** The form of a new article; its writer is its author until somebody else is chosen. */
export function blankForm(authorId: string): EditorForm {
  return {
    title: '',
    title_emphasis: '',
    slug: '',
    html: '',
    excerpt: '',
    featured: false,
    featured_image: null,
    gallery: [],
    category_id: null,
    author_id: authorId,
    tag_ids: [],
    meta_title: '',
    meta_description: '',
    meta_keywords: '',
    published_at: null,
  }
}

/** The form as it is stored: outer blanks gone, an emphasis only where the title holds it. */
export function tidyForm(form: EditorForm): EditorForm {
  const title = form.title.trim()
  const emphasis = form.title_emphasis.trim()
  return {
    ...form,
    title,
    title_emphasis: title.includes(emphasis) ? emphasis : '',
    slug: form.slug.trim(),
    excerpt: form.excerpt.trim(),
    meta_title: form.meta_title.trim(),
    meta_description: form.meta_description.trim(),
    meta_keywords: parseKeywords(form.meta_keywords).join(', '),
    tag_ids: form.tag_ids.toSorted(),
    published_at: form.published_at === null ? null : new Date(form.published_at).toISOString(),
  }
}

/** The fields in which two texts differ, as they would be stored. */
export function changedFields(before: EditorForm, after: EditorForm): Field[] {
  const a = tidyForm(before)
  const b = tidyForm(after)
  return FIELDS.filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]))
}

export function sameForm(a: EditorForm, b: EditorForm): boolean {
  return a === b || changedFields(a, b).length === 0
}

/** A field that has a message of its own. */
export type FormErrors = Partial<Record<Field, string>>

/** What keeps a form from being saved, by field. Empty: nothing does. */
export function formErrors(form: EditorForm): FormErrors {
  const { html, ...rest } = form
  const result = articleFormSchema.safeParse({ ...rest, content: html })
  const errors: FormErrors = {}
  for (const issue of result.error?.issues ?? []) {
    const field = FIELDS.find((name) => name === issue.path[0])
    // The schema words what people can get wrong; the rest are lengths that the fields themselves hold back.
    if (field)
      errors[field] ??=
        issue.code === 'too_big' && issue.message === 'Invalid input'
          ? `${FIELD_LABELS[field]} is too long`
          : issue.message
  }
  return errors
}

/** The words of an editor's HTML, counted as readers get it. */
export function bodyWords(html: string): number {
  const body = renderBody({ html })
  return body.kind === 'error' ? 0 : body.words
}

/** The columns of `articles` that a save writes; what is absent stays as it is. */
export interface ArticlePatch {
  title: string
  title_emphasis: string | null
  slug: string
  content?: { html: string }
  read_time?: number
  excerpt: string | null
  status?: ArticleStatus
  featured: boolean
  featured_image: string | null
  gallery: string[]
  category_id: string | null
  author_id: string | null
  meta_title: string | null
  meta_description: string | null
  meta_keywords: string[]
  published_at?: string | null
}

/**
 * The patch that saves `form` over `stored` (null: a new article). The body is sent only when it was edited, so that
 * an article in another format keeps it until somebody really rewrites its text. `status` null leaves the status, and
 * with it the publish date, as it is.
 */
export function articlePatch(
  form: EditorForm,
  stored: EditorForm | null,
  status: ArticleStatus | null,
): ArticlePatch {
  const tidy = tidyForm(form)
  const bodyEdited = tidy.html !== null && tidy.html !== stored?.html
  return {
    title: tidy.title,
    title_emphasis: tidy.title_emphasis || null,
    slug: tidy.slug,
    ...(bodyEdited && tidy.html !== null
      ? { content: { html: tidy.html }, read_time: readTime(bodyWords(tidy.html)) }
      : {}),
    excerpt: tidy.excerpt || null,
    featured: tidy.featured,
    featured_image: tidy.featured_image,
    gallery: tidy.gallery,
    category_id: tidy.category_id,
    author_id: tidy.author_id,
    meta_title: tidy.meta_title || null,
    meta_description: tidy.meta_description || null,
    meta_keywords: parseKeywords(tidy.meta_keywords),
    ...(status === null ? {} : { status, published_at: status === 'published' ? tidy.published_at : null }),
  }
}
