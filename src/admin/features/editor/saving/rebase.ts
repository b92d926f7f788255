import type { Field, EditorForm } from './editor-form.ts'
import { articleType } from '../../../../domain/article.ts'
import type { Overlap as FieldOverlap } from '../../../../domain/content-type.ts'

/** What the articles list changes with one click, without anyone having seen the text. */
const LIST_FIELDS: ReadonlySet<Field> = new Set(['featured', 'author_id', 'featured_image'])

export type Overlap = FieldOverlap<Field>

/**
 * Fields that somebody else and I changed since `base`. The publish date of an unpublished article is not stored, so
 * that its absence on the server is nobody's change.
 */
export function overlap(base: EditorForm, theirs: EditorForm, mine: EditorForm, published: boolean): Overlap {
  const fields = articleType.overlap(base, theirs, mine)
  const kept = (names: Field[]) => (published ? names : names.filter((name) => name !== 'published_at'))
  return { ...fields, theirs: kept(fields.theirs), both: kept(fields.both) }
}

/**
 * My text with their changes, when these can go together without asking: they changed nothing of the form, or only
 * what the articles list changes and I have not touched. Null: the writer has to choose.
 */
export function mergeQuietly(
  base: EditorForm,
  theirs: EditorForm,
  mine: EditorForm,
  published: boolean,
): EditorForm | null {
  const fields = overlap(base, theirs, mine, published)
  if (fields.both.length === 0 || fields.theirs.length === 0) return mine
  return fields.theirs.every((field) => LIST_FIELDS.has(field)) ? combined(theirs, mine, fields) : null
}

/** Both texts in one, when they changed different fields; null when they changed the same. */
export function combined(theirs: EditorForm, mine: EditorForm, fields: Overlap): EditorForm | null {
  return fields.theirs.length === 0 ? null : articleType.merge(theirs, mine, fields)
}
