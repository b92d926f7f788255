import type { Ref } from 'react'
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import { type TextFrameProps, TextFrame } from './text-field.tsx'

export interface TextAreaProps extends TextFrameProps {
  rows?: number
  inputRef?: Ref<HTMLTextAreaElement>
}

export function TextArea({ rows = 3, placeholder, inputRef, ...frame }: TextAreaProps) {
  return (
    <TextFrame {...frame}>
      <AriaTextArea
        {...(inputRef === undefined ? {} : { ref: inputRef })}
        {...(placeholder === undefined ? {} : { placeholder })}
        rows={rows}
        className="field resize-y px-3 py-2"
      />
    </TextFrame>
  )
}
