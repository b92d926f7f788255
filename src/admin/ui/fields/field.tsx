import type { ReactNode } from 'react'
import { FieldError, Label, Text } from 'react-aria-components/TextField'

export interface FieldTexts {
  /** Always given; `hideLabel` keeps it for screen readers only. */
  label: string
  hideLabel?: boolean | undefined
  description?: ReactNode
  errorMessage?: string | undefined
}

export function FieldLabel({ label, hideLabel = false }: Pick<FieldTexts, 'label' | 'hideLabel'>) {
  return <Label className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>{label}</Label>
}

/** The error of an invalid field, otherwise its hint. */
export function FieldNotes({ description, errorMessage }: Pick<FieldTexts, 'description' | 'errorMessage'>) {
  return (
    <>
      {description !== undefined && errorMessage === undefined && (
        <Text slot="description" className="text-xs [overflow-wrap:anywhere] text-soft">
          {description}
        </Text>
      )}
      {errorMessage !== undefined && (
        <FieldError className="text-xs [overflow-wrap:anywhere] text-madder">{errorMessage}</FieldError>
      )}
    </>
  )
}
