import type { ReactNode, Ref } from 'react'
import {
  type TextFieldProps as AriaTextFieldProps,
  Input,
  TextField as AriaTextField,
} from 'react-aria-components/TextField'
import { type FieldTexts, FieldLabel, FieldNotes } from './field.tsx'

export interface TextFieldProps
  extends Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'isInvalid'>, FieldTexts {
  placeholder?: string
  className?: string
  inputClassName?: string
  inputRef?: Ref<HTMLInputElement>
  /** Shown at the right of the label, such as a counter. */
  aside?: ReactNode
}

export function TextField({
  label,
  hideLabel,
  description,
  errorMessage,
  placeholder,
  className = '',
  inputClassName = '',
  inputRef,
  aside,
  ...rest
}: TextFieldProps) {
  return (
    <AriaTextField
      {...rest}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      className={`flex flex-col gap-1.5 ${className}`}
    >
      <span className="flex items-baseline justify-between gap-3 empty:hidden">
        <FieldLabel label={label} hideLabel={hideLabel} />
        {aside}
      </span>
      <Input
        {...(inputRef === undefined ? {} : { ref: inputRef })}
        {...(placeholder === undefined ? {} : { placeholder })}
        className={`field px-3 py-1.5 ${inputClassName}`}
      />
      <FieldNotes description={description} errorMessage={errorMessage} />
    </AriaTextField>
  )
}
