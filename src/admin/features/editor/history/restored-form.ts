import type { EditorForm, Field } from '../saving/form.ts'
import { FIELD_LABELS } from '../saving/form.ts'

/** What belongs to the article as it stands and not to its text: a restore leaves it. */
const STAYS = ['slug', 'author_id', 'featured', 'published_at'] as const satisfies readonly Field[]

/**
 * The form after an older version is restored over `current`. `null` for a version whose body cannot take the place of
 * the present one: only one of the two can be edited as text.
 */
export function restoredForm(
  current: EditorForm,
  { form, missing }: { form: EditorForm; missing: readonly Field[] },
): EditorForm | null {
  if ((current.html === null) !== (form.html === null)) return null
  const restored = { ...form }
  for (const field of [...STAYS, ...missing]) keep(restored, current, field)
  return restored
}

function keep<F extends Field>(into: EditorForm, from: EditorForm, field: F): void {
  into[field] = from[field]
}

const COLUMN_LABELS: Readonly<Record<string, string>> = {
  ...FIELD_LABELS,
  content: FIELD_LABELS.html,
  status: 'Status',
}

/** The names of changed columns as people know them, each once. */
export function changeWords(columns: readonly string[]): string {
  return [...new Set(columns.map((column) => COLUMN_LABELS[column] ?? column))].join(', ')
}
