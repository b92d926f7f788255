import { sameForm, type EditorForm } from './editor-form.ts'
import type { StoredArticle } from './texts.ts'

/**
 * Whether an article is the one that `sent` created and that nobody has changed since, not another of its title. The
 * database dates what it creates, and leaves out a category and tags that are gone: these may differ.
 */
export function isCreated(
  { version, form }: Pick<StoredArticle, 'version' | 'form'>,
  sent: EditorForm,
): boolean {
  const { published_at, category_id, tag_ids } = form
  return version === 1 && sameForm(form, { ...sent, published_at, category_id, tag_ids })
}
