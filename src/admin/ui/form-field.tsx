import { useController } from 'react-hook-form'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { TextField } from './text-field.tsx'
import type { TextFieldProps } from './text-field.tsx'

/** A text field of a react-hook-form. */
export function FormField<Values extends FieldValues>({
  control,
  name,
  ...rest
}: Omit<TextFieldProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'inputRef' | 'errorMessage'> & {
  control: Control<Values>
  name: FieldPath<Values>
}) {
  const { field, fieldState } = useController({ control, name })
  return (
    <TextField
      {...rest}
      name={field.name}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      errorMessage={fieldState.error?.message}
    />
  )
}
