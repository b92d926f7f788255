import { Controller } from 'react-hook-form'
import { type Category, DEFAULT_CATEGORY_COLOR } from '../../../domain/category.ts'
import { FormTextArea } from '../../resources/form-text-area.tsx'
import { type NamedDialogProps, NamedDialog } from '../../resources/named/named-dialog.tsx'
import { ColorField } from '../../ui/color-field.tsx'
import { categories } from './categories.ts'
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

/** Creates a category or edits one. */
export function CategoryDialog(props: NamedDialogProps<Category>) {
  return (
    <NamedDialog {...props} named={categories} noteOnName={renamingNote}>
      {(control) => (
        <>
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
        </>
      )}
    </NamedDialog>
  )
}
