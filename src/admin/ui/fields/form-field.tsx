import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { type TextAreaProps, type TextFieldProps, TextArea, TextField } from './text-field.tsx'

/** The props of a text field or area that are a field of a react-hook-form. */
export function useFormField<Values extends FieldValues>(control: Control<Values>, name: FieldPath<Values>) {
  const { field, fieldState } = useController({ control, name })
  const value: string = field.value
  return {
    name: field.name,
    value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    inputRef: field.ref,
    errorMessage: fieldState.error?.message,
  }
}

/** The props of a text field or area that its form does not set. */
type FormFieldProps<Props, Values extends FieldValues> = Omit<
  Props,
  keyof ReturnType<typeof useFormField>
> & { control: Control<Values>; name: FieldPath<Values> }

export function FormField<Values extends FieldValues>({
  control,
  name,
  ...rest
}: FormFieldProps<TextFieldProps, Values>) {
  return <TextField {...rest} {...useFormField(control, name)} />
}

export function FormTextArea<Values extends FieldValues>({
  control,
  name,
  ...rest
}: FormFieldProps<TextAreaProps, Values>) {
  return <TextArea {...rest} {...useFormField(control, name)} />
}
