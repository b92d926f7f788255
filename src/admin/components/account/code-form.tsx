import type { ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import * as z from 'zod/mini'
import { codeMessage, verifySecondFactor } from '../../session/second-factor.ts'
import { type AuthFormProps, AuthForm } from './auth-form.tsx'

const codeSchema = z.object({
  code: z.string().check(
    z.overwrite((code) => code.replace(/\s/g, '')),
    z.regex(/^\d{6}$/, 'A code has six digits'),
  ),
})
type Code = z.infer<typeof codeSchema>

const FIELD = {
  name: 'code',
  label: 'Code',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  maxLength: 7,
} as const

/** The form for a code of the person's authenticator app. A code that was not accepted is removed from its field. */
export function CodeForm({
  factorId,
  onVerified,
  children,
  ...rest
}: Pick<AuthFormProps<Code>, 'submitLabel' | 'pendingLabel' | 'submitClassName' | 'after'> & {
  /** The factor of the code; without it, any that is switched on. */
  factorId?: string
  onVerified: () => void
  /** Renders the field and what surrounds it. */
  children: (field: typeof FIELD & { control: Control<Code> }) => ReactNode
}) {
  return (
    <AuthForm
      {...rest}
      schema={codeSchema}
      defaultValues={{ code: '' }}
      submit={async ({ code }, reset) => {
        try {
          await verifySecondFactor(code, factorId)
          onVerified()
        } catch (error) {
          reset()
          throw error
        }
      }}
      describe={codeMessage}
    >
      {(control) => children({ ...FIELD, control })}
    </AuthForm>
  )
}
