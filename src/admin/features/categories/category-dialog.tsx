import { Controller } from 'react-hook-form'
import { type Category, DEFAULT_CATEGORY_COLOR } from '../../../domain/sections/category.ts'
import { useSections } from '../../story/sections.ts'
import { CheckboxGroup } from '../../ui/fields/checkbox-group.tsx'
import { ColorField } from '../../ui/fields/color-field.tsx'
import { SWATCHES } from '../../ui/fields/swatches.ts'
import { FormTextArea } from '../../ui/fields/form-field.tsx'
import { type NamedDialogProps, NamedDialog } from '../../resources/named/named-dialog.tsx'
import { categories } from './categories.ts'

export function CategoryDialog(props: NamedDialogProps<Category>) {
  const sections = useSections().all.map(({ slug, title }) => ({ id: slug, label: title }))
  return (
    <NamedDialog {...props} named={categories}>
      {(control) => (
        <>
          <FormTextArea control={control} name="description" label="Description" rows={3} />
          <Controller
            control={control}
            name="sections"
            render={({ field: { value, onChange } }) => (
              <CheckboxGroup
                label="Sections"
                options={sections}
                value={value}
                onChange={onChange}
                description="The pages of the site that list its stories."
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
                swatches={[DEFAULT_CATEGORY_COLOR, ...SWATCHES]}
              />
            )}
          />
        </>
      )}
    </NamedDialog>
  )
}
