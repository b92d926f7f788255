import { type ArticleStatus, articleType } from '../../../../domain/story/article.ts'
import type { Merged } from '../../../../domain/rows/content-type.ts'
import { type EditorForm, sameForm } from './form.ts'

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
 * Whether an article was created by `sent` and not changed since, as opposed to another article with its title. The
 * database sets the date, and drops a deleted category, tags and people: these may differ.
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

/** Whether the published article was changed after its working copy was begun. */
export function isCopyOutdated({ article, workingCopy }: ArticleRecord): boolean {
  return workingCopy !== null && workingCopy.base_version !== article.version
}

/**
 * My text merged with the server's; or a clash: `contested` was changed in both since `base`. `against` is the newest saved
 * text, or the published article, which was changed after its working copy was begun.
 */
export type Merge =
  | { kind: 'merged'; form: EditorForm }
  | (Merged<typeof articleType.fields> & {
      kind: 'clash'
      against: 'saved' | 'published'
      base: EditorForm
      other: EditorForm
    })

/**
 * My text with all that was changed on the server since `base`, the saved text that it began from. What one side alone
 * changed is merged without a question; which of two changes of one field stays, the writer says.
 */
export function mergeWithServer(base: EditorForm, remote: ArticleRecord, mine: EditorForm): Merge {
  const saved = merge('saved', base, currentForm(remote), mine)
  const { article, workingCopy } = remote
  if (saved.kind === 'clash' || workingCopy === null || !isCopyOutdated(remote)) return saved
  return merge('published', workingCopy.base, article.form, saved.form)
}

function merge(against: 'saved' | 'published', base: EditorForm, other: EditorForm, mine: EditorForm): Merge {
  const merged = articleType.merge(base, other, mine)
  return merged.contested.length === 0
    ? { kind: 'merged', form: merged.mine }
    : { kind: 'clash', against, base, other, ...merged }
}
