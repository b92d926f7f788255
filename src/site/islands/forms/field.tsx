import { type ReactNode, useId } from 'react'

interface FieldProps {
  label: string
  required?: boolean
  error: string | undefined
  children: (field: {
    required: boolean
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ReactNode
}

/** A labelled form field with its error below. */
export function Field({ label, required = false, error, children }: FieldProps) {
  const id = useId()
  return (
    <div>
      <label>
        <span>
          {label} {required && <b>*</b>}
        </span>
        {children({
          required,
          'aria-invalid': error !== undefined,
          'aria-describedby': error === undefined ? undefined : id,
        })}
      </label>
      {error !== undefined && (
        <p className="error" id={id} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
