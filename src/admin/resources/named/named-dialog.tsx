import type { ReactNode } from 'react'
import { type Control, type FieldPath, useWatch } from 'react-hook-form'
import { slugify } from '../../../domain/sections/slug.ts'
import { FormField } from '../../ui/fields/form-field.tsx'
import type { ErrorWords } from '../describe-error.ts'
import { RowFormDialog, useRowForm } from '../row-form.tsx'
import type { NamedRow, NamedType } from './named-type.ts'

export interface NamedDialogProps<Row> {
  /** Null for a new one. */
  row: Row | null
  onClose: () => void
}

/** Creates or edits a tag or category: its name, and the other fields (`children`). */
export function NamedDialog<Row extends NamedRow, Form extends { name: string }>({
  named,
  row,
  noteOnName,
  onClose,
  children,
}: NamedDialogProps<Row> & {
  named: NamedType<Row, Form>
  /** A note about what a name changes on the site; `before` is the stored one, null for a new row. */
  noteOnName?: (before: string | null, name: string) => string | null
  children?: (control: Control<Form>) => ReactNode
}) {
  const { noun, label, table, token, type } = named
  const rowForm = useRowForm<Row, Form>({
    noun,
    row,
    tokenOf: (stored) => String(stored[token]),
    toForm: (stored) => (stored === null ? type.blank() : type.formOf(stored, {})),
    type,
    changes: [table, 'articles'],
    save: named.save,
    load: named.load,
    plan: (opened, form) => [{ table, id: opened?.id ?? null, row: named.toColumns(form) }],
    errorWords: ({ name }) => errorWords(table, noun, name),
    duplicateField: () => 'name' as FieldPath<Form>,
    onSaved: onClose,
  })
  const { control } = rowForm.form
  const path = 'name' as FieldPath<Form>
  const name: string = useWatch({ control, name: path })
  const slug = slugify(name)
  const note = noteOnName?.(rowForm.opened?.name ?? null, name) ?? null
  return (
    <RowFormDialog
      rowForm={rowForm}
      title={`${row === null ? 'New' : 'Edit'} ${label}`}
      saveLabel={row === null ? 'Create' : 'Save'}
      conflictText={(theirs) => <p>{`It is called “${theirs.name}” now. Yours has not been saved.`}</p>}
      onClose={onClose}
    >
      <FormField
        control={control}
        name={path}
        label="Name"
        isRequired
        autoFocus
        description={slug === '' ? 'The address is made of the name.' : `Address: ${slug}`}
      />
      {note !== null && (
        <p role="status" className="rounded-md bg-tint px-3 py-2 text-sm">
          {note}
        </p>
      )}
      {children?.(control)}
    </RowFormDialog>
  )
}

/** The error texts for another row that has the name, or the address made of it. */
function errorWords(table: string, noun: string, name: string): ErrorWords {
  return {
    duplicate: {
      [`${table}_name_key`]: `There is already a ${noun} called “${name}”.`,
      [`${table}_slug_key`]: `Another ${noun} already has the address “${slugify(name)}”.`,
    },
  }
}
