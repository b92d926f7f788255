import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import {
  categoryType,
  DEFAULT_CATEGORY_COLOR,
  type Category,
  type CategoryForm,
} from '../../../domain/category.ts'
import { slugify } from '../../../domain/slug.ts'
import { describeError, isTaken } from '../../data/describe-error.ts'
import { useFormDraft } from '../../resources/use-form-draft.ts'
import { ColorField } from '../../ui/color-field.tsx'
import { FormDialog } from '../../resources/form-dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { DraftNotice } from '../../resources/draft-notice.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { showToast } from '../../ui/toast.ts'
import { CategoryChanged, useSaveCategory } from './data/save-category.ts'
import { renamingNote } from './section-note.ts'

/** Dots that can be told from one another, on light and on dark. */
const SWATCHES = [
  DEFAULT_CATEGORY_COLOR,
  '#1d5548',
  '#2f8f63',
  '#7a8b2e',
  '#d9982b',
  '#c9652c',
  '#a5432a',
  '#b0527a',
  '#7c4fa0',
  '#3f76b5',
  '#2b8a94',
  '#7a6a58',
] as const

/** Creates a category, or edits one. */
export function CategoryDialog({ category, onClose }: { category: Category | null; onClose: () => void }) {
  const [opened, setOpened] = useState(category)
  const [failure, setFailure] = useState<string | null>(null)
  const save = useSaveCategory()
  const form = useForm<CategoryForm>({
    resolver: zodResolver(categoryType.form),
    defaultValues: category === null ? categoryType.blank() : categoryType.formOf(category, {}),
  })
  const { control, handleSubmit, reset, setError, formState } = form
  const kept = useFormDraft({
    name: `category.${category?.id ?? 'new'}`,
    type: categoryType,
    version: opened?.updated_at ?? null,
    form,
    onFound: ({ version, form: typed }) => {
      reset(typed, { keepDefaultValues: true })
      // Begun from an older category, it meets the newer one when it is saved.
      if (category !== null && typeof version === 'string') setOpened({ ...category, updated_at: version })
    },
  })
  const name = useWatch({ control, name: 'name' })
  const slug = slugify(name)
  const note = renamingNote(opened?.name ?? null, name)

  const explain = (error: unknown, { name }: CategoryForm): string => {
    if (error instanceof CategoryChanged) {
      setOpened(error.stored)
      return `Someone else has changed this category in the meantime (it is called “${error.stored.name}” now). Save again to replace their changes with yours.`
    }
    if (isTaken(error, 'name')) return `There is already a category called “${name}”.`
    if (isTaken(error, 'slug')) return `Another category already has the address “${slugify(name)}”.`
    return describeError(error)
  }

  const submit = handleSubmit(async (values) => {
    setFailure(null)
    try {
      await save.mutateAsync({ opened, form: values })
      kept.forget()
      showToast({ title: `Category ${opened === null ? 'created' : 'updated'} successfully` })
      onClose()
    } catch (error) {
      const reason = explain(error, values)
      if (isTaken(error, '')) setError('name', { message: reason }, { shouldFocus: true })
      else setFailure(reason)
      showToast({ title: 'Failed to save category', description: reason, tone: 'destructive' })
    }
  })

  return (
    <FormDialog
      title={category === null ? 'New Category' : 'Edit Category'}
      saveLabel={category === null ? 'Create' : 'Save'}
      isDirty={formState.isDirty}
      isPending={save.isPending}
      failure={failure}
      onSubmit={submit}
      onDiscard={kept.forget}
      onClose={onClose}
    >
      {kept.found !== null && (
        <DraftNotice
          savedAt={kept.found.savedAt}
          onStartOver={() => {
            kept.forget()
            setOpened(category)
            reset()
          }}
        />
      )}
      <FormField
        control={control}
        name="name"
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
      <Controller
        control={control}
        name="description"
        render={({ field: { ref, ...field }, fieldState }) => (
          <TextArea
            {...field}
            inputRef={ref}
            label="Description"
            errorMessage={fieldState.error?.message}
            rows={3}
          />
        )}
      />
      <Controller
        control={control}
        name="color"
        render={({ field: { value, onChange, onBlur }, fieldState }) => (
          <ColorField
            label="Colour"
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            errorMessage={fieldState.error?.message}
            fallback={DEFAULT_CATEGORY_COLOR}
            swatches={SWATCHES}
          />
        )}
      />
    </FormDialog>
  )
}
