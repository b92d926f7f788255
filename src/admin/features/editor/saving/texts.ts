import { articleType } from '../../../../domain/article.ts'
import type { ArticleStatus } from '../../../../domain/article.ts'
import type { ColumnsOf } from '../../../../domain/content-type.ts'
import type { EditorForm } from './editor-form.ts'

/** An article as the server holds it; `form.html` is the body as the editor writes it, null when it cannot be edited. */
export interface StoredArticle {
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

/** All the server knows of the text of an article. */
export interface ServerText {
  article: StoredArticle
  workingCopy: WorkingCopy | null
}

/** The text an editor goes on with. */
export function currentForm({ article, workingCopy }: ServerText): EditorForm {
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
