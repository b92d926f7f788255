import { type ArticleStatus, articleType } from '../../../../domain/article.ts'
import type { ColumnsOf } from '../../../../domain/content-type.ts'
import { type EditorForm, sameForm } from './form.ts'

/** An article as the server holds it. `form.html` is the body as the editor writes it, null when it cannot be edited. */
export interface SavedArticle {
  id: string
  version: number
  status: ArticleStatus
  published_at: string | null
  created_at: string
  updated_at: string
  /** The body as it is stored, in whatever format. */
  content: unknown
  form: EditorForm
}

/**
 * Edits to a published article that wait for Update. `base` is the article's text when they were begun, of the version
 * `base_version`; `updated_by` is a profile's id.
 */
export interface WorkingCopy {
  version: number
  base_version: number
  base: EditorForm
  updated_at: string
  updated_by: string | null
  form: EditorForm
}

/** An article and its working copy, as the server holds them. */
export interface ArticleRecord {
  article: SavedArticle
  workingCopy: WorkingCopy | null
}

/**
 * Whether an article is the one that `sent` created and that nobody has changed since, not another of its title. The
 * database dates what it creates, and leaves out a category and tags that are gone: these may differ.
 */
export function isCreated(
  { version, form }: Pick<SavedArticle, 'version' | 'form'>,
  sent: EditorForm,
): boolean {
  const { published_at, category_id, tag_ids } = form
  return version === 1 && sameForm(form, { ...sent, published_at, category_id, tag_ids })
}

/** The text an editor goes on with. */
export function currentForm({ article, workingCopy }: ArticleRecord): EditorForm {
  return workingCopy?.form ?? article.form
}

/** The form of a row and its tags. */
export function formOfRow(
  row: ColumnsOf<typeof articleType.fields>,
  tagIds: readonly string[],
  html: string | null,
): EditorForm {
  return articleType.formOf(row, { html, tag_ids: [...tagIds] })
}
