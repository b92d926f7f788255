import type { Field, EditorForm } from './editor-form.ts'
import { changedFields } from './editor-form.ts'

/** What the articles list changes with one click, without anyone having seen the text. */
const LIST_FIELDS: ReadonlySet<Field> = new Set(['featured', 'author_id', 'featured_image'])

/** How my text stands to one that was saved in the meantime. `both`: fields that differ between the two. */
export interface Overlap {
  theirs: Field[]
  mine: Field[]
  both: Field[]
}

/**
 * Fields that somebody else and I changed since `base`. The publish date of an unpublished article is not stored, so
 * that its absence on the server is nobody's change.
 */
export function overlap(base: EditorForm, theirs: EditorForm, mine: EditorForm, published: boolean): Overlap {
  const kept = (fields: Field[]) => (published ? fields : fields.filter((field) => field !== 'published_at'))
  return {
    theirs: kept(changedFields(base, theirs)),
    mine: changedFields(base, mine),
    both: kept(changedFields(theirs, mine)),
  }
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
  if (fields.theirs.length === 0 || fields.theirs.some((field) => fields.mine.includes(field))) return null
  const both = { ...mine }
  for (const field of fields.theirs) take(both, theirs, field)
  return both
}

function take<F extends Field>(into: EditorForm, from: EditorForm, field: F): void {
  into[field] = from[field]
}
