import { type ArticleForm, type ArticleStatus, articleType } from '../../../../domain/story/article.ts'
import { dateColumns } from '../../../../domain/story/article-state.ts'
import { sameJson } from '../../../../domain/body/json.ts'
import { renderBody } from '../../../../domain/body/render.ts'
import { type StoryParts, emptyStory } from '../../../../domain/body/story-parts.ts'
import type { ColumnsOf } from '../../../../domain/rows/content-type.ts'
import { readTime } from '../../../../domain/story/read-time.ts'
import { MAX_SLUG_LENGTH, slugify } from '../../../../domain/sections/slug.ts'
import { type Today, resolveTitle, templateType } from '../../../../domain/story/template.ts'
import { Body } from '../../../writing/body.ts'

/**
 * What the editor holds of an article. Of `html` and `parts` one is null; both are, when the body cannot be read, and so
 * not edited.
 */
export type EditorForm = ArticleForm
export type Field = keyof EditorForm

/** The form of a new article; its writer is its author until somebody else is chosen. */
export function blankForm(authorId: string): EditorForm {
  return { ...articleType.blank(), author_id: authorId }
}

/** Whether two texts are the same, as they would be stored. */
export function sameForm(a: EditorForm, b: EditorForm): boolean {
  return a === b || articleType.changed(a, b).length === 0
}

/** The body of an article, in one of two forms. */
export type FormBody = Pick<EditorForm, 'html' | 'parts'>

export function isBodyField(field: Field): field is keyof FormBody {
  return field === 'html' || field === 'parts'
}

/** A body as it is stored; null for one that cannot be edited: the stored one stays. */
export function contentOf({ html, parts }: FormBody): ArticlePatch['content'] | null {
  return parts ?? (html === null ? null : { html })
}

/** The number of words that readers see of a body. */
export function bodyWords(content: unknown): number {
  const body = renderBody(content)
  return body.kind === 'error' ? 0 : body.words
}

/** The columns of `articles` that a save writes; what is absent stays as it is. */
export interface ArticlePatch extends Partial<ColumnsOf<typeof articleType.fields>> {
  content?: { html: string } | StoryParts
  read_time?: number
  status?: ArticleStatus
  publish_at?: string | null
}

/**
 * The patch that saves `form` over `stored` (null: a new article): what the form changes. An article in an older format
 * keeps its body until its text is rewritten. The publish date goes to the column of an article with this status.
 */
export function articlePatch(
  form: EditorForm,
  stored: EditorForm | null,
  status: ArticleStatus,
): ArticlePatch {
  const content = contentOf(form)
  const patch: ArticlePatch = stored === null ? articleType.columnsOf(form) : articleType.patch(form, stored)
  if (patch.published_at !== undefined) Object.assign(patch, dateColumns(status, patch.published_at))
  if (content && !(stored && form.html === stored.html && sameJson(form.parts, stored.parts))) {
    patch.content = content
    patch.read_time = readTime(bodyWords(content))
  }
  return patch
}

/** The same, and the status is set: whatever it was, the date goes with it. */
export function statusPatch(
  form: EditorForm,
  stored: EditorForm | null,
  status: ArticleStatus,
): ArticlePatch {
  const { published_at } = articleType.tidy(form)
  return { ...articlePatch(form, stored, status), status, ...dateColumns(status, published_at) }
}

interface StoredTemplate extends ColumnsOf<typeof templateType.fields> {
  tag_ids: string[]
}

/**
 * The form of a new article by `authorId` from a template: every field that both have. `body` is the template's as the
 * editor writes it; one that cannot be read is empty. `today` is written into the title.
 */
export function templateForm(
  template: StoredTemplate,
  body: FormBody,
  authorId: string,
  today: Today,
): EditorForm {
  const { parts } = body
  const html = parts === null ? (body.html ?? '') : null
  const shared = templateType.formOf(template, { html: html ?? '', tag_ids: template.tag_ids })
  const title = resolveTitle(template.title_pattern, today)
  const form = articleType.decode(shared, articleType.version, blankForm(authorId))
  return { ...form, html, parts, title, slug: slugify(title) }
}

/** 'a-bath' → 'a-bath-2', 'a-bath-2' → 'a-bath-3'. A slug of the maximum length is shortened for the number. */
export function nextSlug(slug: string): string {
  const [, base = slug, number = '1'] = /^(.+)-(\d{1,3})$/.exec(slug) ?? []
  const ending = `-${Number(number) + 1}`
  return base.slice(0, MAX_SLUG_LENGTH - ending.length).replace(/-$/, '') + ending
}

/** The slug of a title in which no Latin letter or digit remains; the same title always gives the same. */
export function fallbackSlug(title: string): string {
  let hash = 0
  for (const char of title) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return `story-${hash.toString(36)}`
}

/** The form of the open editor: an EditorForm whose text is a document. */
export interface FormState extends Omit<EditorForm, 'html'> {
  body: Body | null
}

/** Whether nothing has been written in the body yet. */
export function isBlankBody({ body, parts }: FormState): boolean {
  return parts === null ? (body?.isEmpty ?? false) : sameJson(parts, emptyStory(parts.type))
}

/** The state of a form. It keeps the document and the parts of `current` when they are the same. */
export function formState({ html, ...form }: EditorForm, current?: FormState): FormState {
  const fields = current && sameJson(form.parts, current.parts) ? { ...form, parts: current.parts } : form
  if (html === null) return { ...fields, body: null }
  const body = new Body(html)
  return { ...fields, body: current?.body?.equals(body) ? current.body : body }
}

const serialized = new WeakMap<FormState, EditorForm>()

/** The form as it is sent and stored; the same object for the same state. */
export function serializeForm(state: FormState): EditorForm {
  const known = serialized.get(state)
  if (known) return known
  const { body, ...fields } = state
  const form = { ...fields, html: body === null ? null : body.html }
  serialized.set(state, form)
  return form
}

export function sameFormState(a: FormState, b: FormState): boolean {
  if (a === b) return true
  const sameBody = a.body === null || b.body === null ? a.body === b.body : a.body.equals(b.body)
  return sameBody && sameForm({ ...a, html: null }, { ...b, html: null })
}
