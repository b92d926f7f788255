import type { ReactNode, Ref } from 'react'
import {
  type TextFieldProps as AriaTextFieldProps,
  Input,
  TextField as AriaTextField,
} from 'react-aria-components/TextField'
import { type FieldTexts, FieldLabel, FieldNotes } from './field.tsx'
import { type WhileShown, GrowingTextArea } from './growing-text-area.tsx'

interface TextFrameProps
  extends Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'isInvalid'>, FieldTexts {
  placeholder?: string
  className?: string
  /** Shown at the right of the label, such as a counter. */
  aside?: ReactNode
}

/** The label, the hint and the error around the box of a text field or area (`children`). */
function TextFrame({
  label,
  hideLabel,
  description,
  errorMessage,
  className = '',
  aside,
  children,
  ...rest
}: Omit<TextFrameProps, 'placeholder'> & { children: ReactNode }) {
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
      {children}
      <FieldNotes description={description} errorMessage={errorMessage} />
    </AriaTextField>
  )
}

export interface TextFieldProps extends TextFrameProps {
  inputRef?: Ref<HTMLInputElement>
}

export function TextField({ placeholder, inputRef, ...frame }: TextFieldProps) {
  return (
    <TextFrame {...frame}>
      <Input
        {...(inputRef === undefined ? {} : { ref: inputRef })}
        {...(placeholder === undefined ? {} : { placeholder })}
        className="field px-3 py-1.5"
      />
    </TextFrame>
  )
}

export interface TextAreaProps extends TextFrameProps {
  rows?: number
  inputRef?: Ref<HTMLTextAreaElement>
  whileShown?: WhileShown
}

/** A field of several lines: at least `rows`, and more as the text grows. */
export function TextArea({ rows = 3, placeholder, inputRef, whileShown, ...frame }: TextAreaProps) {
  return (
    <TextFrame {...frame}>
      <GrowingTextArea
        {...(inputRef === undefined ? {} : { inputRef })}
        {...(whileShown === undefined ? {} : { whileShown })}
        {...(placeholder === undefined ? {} : { placeholder })}
        rows={rows}
        style={{ minBlockSize: `calc(${rows}lh + 1.125rem)` }}
        className="max-h-80 field resize-y px-3 py-2"
      />
    </TextFrame>
  )
}
