import type { ReactNode } from 'react'
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { slugify } from '../../domain/slug.ts'
import { FormField } from '../ui/form-field.tsx'
import type { ErrorWords } from './describe-error.ts'

/** The name of a category or tag, with the address that is made of it. */
export function NameField<Form extends FieldValues & { name: string }>({
  control,
}: {
  control: Control<Form>
}) {
  const path = 'name' as FieldPath<Form>
  const slug = slugify(useWatch({ control, name: path }))
  return (
    <FormField
      control={control}
      name={path}
      label="Name"
      isRequired
      autoFocus
      description={slug === '' ? 'The address is made of the name.' : `Address: ${slug}`}
    />
  )
}

/** What a save says when another row has the name or the address that is made of it. */
export function nameErrorWords(table: 'categories' | 'tags', name: string): ErrorWords {
  const noun = table === 'tags' ? 'tag' : 'category'
  return {
    duplicate: {
      [`${table}_name_key`]: `There is already a ${noun} called “${name}”.`,
      [`${table}_slug_key`]: `Another ${noun} already has the address “${slugify(name)}”.`,
    },
  }
}

/** A remark on what was typed, announced when it appears. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-md bg-tint px-3 py-2 text-sm">
      {children}
    </p>
  )
}
