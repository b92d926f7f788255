import { articleType } from '../../../../domain/article.ts'
import type { ArticleForm, ArticleStatus } from '../../../../domain/article.ts'
import { renderBody } from '../../../../domain/body/render.ts'
import type { ColumnsOf } from '../../../../domain/content-type.ts'
import { readTime } from '../../../../domain/read-time.ts'

/** What the editor holds of an article; `html` is null for a body that cannot be edited as text. */
export type EditorForm = ArticleForm
export type Field = keyof EditorForm

/** The fields in the order they stand on the screen, as differences name them. */
export const FIELD_LABELS = articleType.labels

/** The form of a new article; its writer is its author until somebody else is chosen. */
export function blankForm(authorId: string): EditorForm {
  return { ...articleType.blank(), author_id: authorId }
}

/** The form as it is stored: outer blanks gone, an emphasis only where the title holds it. */
export function tidyForm(form: EditorForm): EditorForm {
  return articleType.tidy(form)
}

/** The fields in which two texts differ, as they would be stored. */
export function changedFields(before: EditorForm, after: EditorForm): Field[] {
  return articleType.changed(before, after)
}

export function sameForm(a: EditorForm, b: EditorForm): boolean {
  return a === b || changedFields(a, b).length === 0
}

/** A field that has a message of its own. */
export type FormErrors = Partial<Record<Field, string>>

/** What keeps a form from being saved, by field. Empty: nothing does. */
export function formErrors(form: EditorForm): FormErrors {
  return articleType.errors(form)
}

/** The words of an editor's HTML, counted as readers get it. */
export function bodyWords(html: string): number {
  const body = renderBody({ html })
  return body.kind === 'error' ? 0 : body.words
}

/** The columns of `articles` that a save writes; what is absent stays as it is. */
export interface ArticlePatch extends Partial<ColumnsOf<typeof articleType.fields>> {
  content?: { html: string }
  read_time?: number
  status?: ArticleStatus
}

/**
 * The patch that saves `form` over `stored` (null: a new article): what the form changes. An article in another format
 * keeps its body until its text is rewritten. `status` null leaves the status, and with it the publish date, as it is.
 */
export function articlePatch(
  form: EditorForm,
  stored: EditorForm | null,
  status: ArticleStatus | null,
): ArticlePatch {
  const { html } = form
  const patch: ArticlePatch = stored === null ? articleType.columnsOf(form) : articleType.patch(form, stored)
  // Only a publication sets the date.
  delete patch.published_at
  if (status !== null) {
    patch.status = status
    patch.published_at = status === 'published' ? articleType.tidy(form).published_at : null
  }
  if (html !== null && html !== stored?.html) {
    patch.content = { html }
    patch.read_time = readTime(bodyWords(html))
  }
  return patch
}
