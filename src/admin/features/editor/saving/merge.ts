import { changedFields } from './editor-form.ts'
import type { EditorForm, Field } from './editor-form.ts'

/** Fields that the articles list changes with one click, without anyone having seen the text. */
const LIST_FIELDS: ReadonlySet<Field> = new Set(['featured', 'author_id', 'featured_image'])

/** What two texts changed of the one they began from; `both`: the fields that differ between the two. */
export interface ChangedFields {
  theirs: Field[]
  mine: Field[]
  both: Field[]
}

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
  const stored = (fields: Field[]) =>
    published ? fields : fields.filter((field) => field !== 'published_at')
  return {
    theirs: stored(changedFields(base, theirs)),
    mine: changedFields(base, mine),
    both: stored(changedFields(theirs, mine)),
  }
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
  if (fields.theirs.length === 0 || fields.theirs.some((field) => fields.mine.includes(field))) return null
  return withFields(mine, theirs, fields.theirs)
}

/** `form` with these fields of another. */
export function withFields(form: EditorForm, from: EditorForm, fields: readonly Field[]): EditorForm {
  const copy = { ...form }
  for (const field of fields) copyField(copy, from, field)
  return copy
}

function copyField<F extends Field>(to: EditorForm, from: EditorForm, field: F): void {
  to[field] = from[field]
}
