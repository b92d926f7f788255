import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { type SelectProps, Select } from '../ui/fields/select.tsx'

/** A select of a react-hook-form. */
export function FormSelect<Values extends FieldValues>({
  control,
  name,
  ...rest
}: Omit<SelectProps<string | null>, 'value' | 'onChange'> & {
  control: Control<Values>
  name: FieldPath<Values>
}) {
  const { field, fieldState } = useController({ control, name })
  return (
    <Select
      errorMessage={fieldState.error?.message}
      {...rest}
      value={field.value}
      onChange={field.onChange}
    />
  )
}
