import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { type TextFieldProps, TextField } from './text-field.tsx'

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
