import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { type TextAreaProps, TextArea } from '../ui/text-area.tsx'

/** A text area of a react-hook-form. */
export function FormTextArea<Values extends FieldValues>({
  control,
  name,
  ...rest
}: Omit<TextAreaProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'inputRef' | 'errorMessage'> & {
  control: Control<Values>
  name: FieldPath<Values>
}) {
  const { field, fieldState } = useController({ control, name })
  return (
    <TextArea
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
