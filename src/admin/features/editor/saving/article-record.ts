import { type ArticleStatus, articleType } from '../../../../domain/article.ts'
import type { Overlap } from '../../../../domain/content-type.ts'
import { type EditorForm, type Field, sameForm } from './form.ts'

/**
 * An article as the server holds it. `form.html` is the body as the editor writes it, null when it cannot be edited;
 * `form.published_at` the publish date, also that chosen for an article that is not published.
 */
export interface SavedArticle {
  id: string
  version: number
  status: ArticleStatus
  hero: boolean
  published_at: string | null
  created_at: string
  updated_at: string
  /** The body as it is stored, in any format. */
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
 * Whether an article is the one that `sent` created and that nobody has changed since, not another with its title. The
 * database sets the date, and leaves out a category, tags and people that are gone: these may differ.
 */
export function isCreated(
  { version, form }: Pick<SavedArticle, 'version' | 'form'>,
  sent: EditorForm,
): boolean {
  const { published_at, category_id, tag_ids, credits } = form
  return version === 1 && sameForm(form, { ...sent, published_at, category_id, tag_ids, credits })
}

/** The latest saved text: the working copy, or the article when there is none. */
export function currentForm({ article, workingCopy }: ArticleRecord): EditorForm {
  return workingCopy?.form ?? article.form
}

/** The text to open with: the working copy, with later changes by the articles list to fields it leaves unchanged. */
export function openingForm({ article, workingCopy }: ArticleRecord): EditorForm {
  if (!workingCopy) return article.form
  return autoMerge(workingCopy.base, article.form, workingCopy.form) ?? workingCopy.form
}

/** Whether the published article was changed after its working copy was begun. */
export function isCopyOutdated({ article, workingCopy }: ArticleRecord): boolean {
  return workingCopy !== null && workingCopy.base_version !== article.version
}

/** Fields that the articles list changes with one click, without anyone having seen the text. */
const LIST_FIELDS: ReadonlySet<Field> = new Set(['featured', 'author_id', 'featured_image', 'published_at'])

/** The fields that two texts changed since the one they began from; `both`: those that differ between the two. */
export type ChangedFields = Overlap<Field>

/**
 * My text with their changes, when both can be merged without asking: they changed nothing of the form, or only fields
 * that the articles list changes and I have not. Null: the writer has to choose.
 */
export function autoMerge(base: EditorForm, theirs: EditorForm, mine: EditorForm): EditorForm | null {
  const fields = articleType.overlap(base, theirs, mine)
  if (fields.both.length === 0 || fields.theirs.length === 0) return mine
  return fields.theirs.every((field) => LIST_FIELDS.has(field)) ? mergeFields(theirs, mine, fields) : null
}

/** Both texts in one, when they changed different fields; null when they changed the same. */
export function mergeFields(theirs: EditorForm, mine: EditorForm, fields: ChangedFields): EditorForm | null {
  return fields.theirs.length === 0 ? null : articleType.merge(theirs, mine, fields)
}
