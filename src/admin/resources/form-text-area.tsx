import type { FieldValues } from 'react-hook-form'
import { type FormFieldProps, useFormField } from '../ui/form-field.tsx'
import { type TextAreaProps, TextArea } from '../ui/text-area.tsx'

/** A text area of a react-hook-form. */
export function FormTextArea<Values extends FieldValues>({
  control,
  name,
  ...rest
}: FormFieldProps<TextAreaProps, Values>) {
  return <TextArea {...rest} {...useFormField(control, name)} />
}
