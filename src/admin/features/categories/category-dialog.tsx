import { Controller, useWatch } from 'react-hook-form'
import { type Category, categoryType, DEFAULT_CATEGORY_COLOR } from '../../../domain/category.ts'
import { NameField, nameErrorWords, Note } from '../../resources/name-field.tsx'
import { RowFormDialog } from '../../resources/row-form-dialog.tsx'
import { useRowForm } from '../../resources/use-row-form.ts'
import { ColorField } from '../../ui/color-field.tsx'
import { FormTextArea } from '../../resources/form-text-area.tsx'
import { loadCategory, useSaveCategory } from './data/categories.ts'
import { renamingNote } from './section-note.ts'

/** Colours that can be told apart as dots, on light and on dark. */
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

/** Creates a category (`category` null) or edits one. */
export function CategoryDialog({ category, onClose }: { category: Category | null; onClose: () => void }) {
  const { mutateAsync } = useSaveCategory()
  const rowForm = useRowForm({
    noun: 'category',
    row: category,
    tokenOf: ({ updated_at }) => updated_at,
    toForm: (row) => (row === null ? categoryType.blank() : categoryType.formOf(row, {})),
    type: categoryType,
    save: (opened, form) => mutateAsync({ opened, form }),
    load: loadCategory,
    errorWords: ({ name }) => nameErrorWords('categories', name),
    duplicateField: () => 'name',
    onSaved: onClose,
  })
  const { control } = rowForm.form
  const note = renamingNote(rowForm.opened?.name ?? null, useWatch({ control, name: 'name' }))
  return (
    <RowFormDialog
      rowForm={rowForm}
      noun="category"
      title={category === null ? 'New Category' : 'Edit Category'}
      saveLabel={category === null ? 'Create' : 'Save'}
      conflictText={(theirs) => <p>{`It is called “${theirs.name}” now. Yours has not been saved.`}</p>}
      onClose={onClose}
    >
      <NameField control={control} />
      {note !== null && <Note>{note}</Note>}
      <FormTextArea control={control} name="description" label="Description" rows={3} />
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
    </RowFormDialog>
  )
}
