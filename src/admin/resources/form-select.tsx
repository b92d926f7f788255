import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import type { Option } from '../ui/option-list.tsx'
import { type SelectProps, Select } from '../ui/select.tsx'

const NONE = 'none'

/** A select of a react-hook-form; `none` names the choice of nothing, stored as null. */
export function FormSelect<Values extends FieldValues>({
  control,
  name,
  none,
  options,
  ...rest
}: Omit<SelectProps, 'value' | 'onChange' | 'options'> & {
  control: Control<Values>
  name: FieldPath<Values>
  none?: string
  options: readonly Option[]
}) {
  const { field, fieldState } = useController({ control, name })
  const value: string | null = field.value
  return (
    <Select
      errorMessage={fieldState.error?.message}
      {...rest}
      value={value ?? NONE}
      onChange={(id) => field.onChange(id === NONE ? null : id)}
      options={none === undefined ? options : [{ id: NONE, label: none }, ...options]}
    />
  )
}
