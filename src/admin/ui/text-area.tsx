import type { ReactNode, Ref } from 'react'
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import {
  type TextFieldProps as AriaTextFieldProps,
  TextField as AriaTextField,
} from 'react-aria-components/TextField'
import { type FieldTexts, FieldLabel, FieldNotes } from './field.tsx'

export interface TextAreaProps
  extends Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'isInvalid'>, FieldTexts {
  rows?: number
  placeholder?: string
  className?: string
  inputRef?: Ref<HTMLTextAreaElement>
  /** Shown at the right of the label, such as a counter. */
  aside?: ReactNode
}

export function TextArea({
  label,
  hideLabel,
  description,
  errorMessage,
  rows = 3,
  placeholder,
  className = '',
  inputRef,
  aside,
  ...rest
}: TextAreaProps) {
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
      <AriaTextArea
        {...(inputRef === undefined ? {} : { ref: inputRef })}
        {...(placeholder === undefined ? {} : { placeholder })}
        rows={rows}
        className="field resize-y px-3 py-2"
      />
      <FieldNotes description={description} errorMessage={errorMessage} />
    </AriaTextField>
  )
}
