import { articleType } from '../../../../domain/article.ts'
import type { Overlap } from '../../../../domain/content-type.ts'
import type { EditorForm, Field } from './form.ts'

/** Fields that the articles list changes with one click, without anyone having seen the text. */
const LIST_FIELDS: ReadonlySet<Field> = new Set(['featured', 'author_id', 'featured_image'])

/** The fields that two texts changed since the one they began from; `both`: those that differ between the two. */
export type ChangedFields = Overlap<Field>

/**
 * The fields that somebody else and I changed since `base`. The publish date of an unpublished article is not stored,
 * so that its absence on the server is nobody's change.
 */
export function compareTexts(
  base: EditorForm,
  theirs: EditorForm,
  mine: EditorForm,
  published: boolean,
): ChangedFields {
  const fields = articleType.overlap(base, theirs, mine)
  const stored = (names: Field[]) => (published ? names : names.filter((name) => name !== 'published_at'))
  return { ...fields, theirs: stored(fields.theirs), both: stored(fields.both) }
}

/**
 * My text with their changes, when these can go together without asking: they changed nothing of the form, or only
 * what the articles list changes and I have not. Null: the writer has to choose.
 */
export function autoMerge(
  base: EditorForm,
  theirs: EditorForm,
  mine: EditorForm,
  published: boolean,
): EditorForm | null {
  const fields = compareTexts(base, theirs, mine, published)
  if (fields.both.length === 0 || fields.theirs.length === 0) return mine
  return fields.theirs.every((field) => LIST_FIELDS.has(field)) ? mergeFields(theirs, mine, fields) : null
}

/** Both texts in one, when they changed different fields; null when they changed the same. */
export function mergeFields(theirs: EditorForm, mine: EditorForm, fields: ChangedFields): EditorForm | null {
  return fields.theirs.length === 0 ? null : articleType.merge(theirs, mine, fields)
}
