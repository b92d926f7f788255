import { articleType } from '../../../../domain/article.ts'
import type { EditorForm, Field } from '../saving/form.ts'

/** Fields that a restore leaves unchanged. */
const UNCHANGED_FIELDS = ['slug', 'author_id', 'featured', 'published_at'] as const satisfies readonly Field[]

/** The form after restoring a revision over `current`. Null when only one of the two bodies can be edited as text. */
export function restoredForm(
  current: EditorForm,
  { form, missing }: { form: EditorForm; missing: readonly Field[] },
): EditorForm | null {
  if ((current.html === null) !== (form.html === null)) return null
  const restored = { ...form }
  for (const field of [...UNCHANGED_FIELDS, ...missing]) copyField(restored, current, field)
  return restored
}

function copyField<F extends Field>(into: EditorForm, from: EditorForm, field: F): void {
  into[field] = from[field]
}

const COLUMN_LABELS: Readonly<Record<string, string>> = {
  ...articleType.labels,
  content: articleType.labels.html,
  publish_at: articleType.labels.published_at,
  status: 'Status',
}

/** Distinct labels of changed columns. */
export function columnLabels(columns: readonly string[]): string {
  return [...new Set(columns.map((column) => COLUMN_LABELS[column] ?? column))].join(', ')
}
