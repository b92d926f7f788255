import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { type Control, type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { BackendError } from '../../../backend/errors.ts'
import { Button } from '../../ui/layout/button.tsx'
import { FormError } from '../../ui/fields/form-error.tsx'
import { useFormSend } from '../../ui/keys/use-one-at-a-time.ts'

export interface AuthFormProps<Form extends FieldValues> {
  schema: z.ZodMiniType<Form, Form>
  defaultValues: DefaultValues<Form>
  submit: (form: Form, reset: () => void) => Promise<void>
  describe: (error: BackendError) => string
  submitLabel: string
  pendingLabel?: string
  submitClassName?: string
  after?: ReactNode
  /** The fields, and a note after a success. */
  children: (control: Control<Form>) => ReactNode
}

/** A form that the auth server answers; its error says why the last `submit` failed, in the words of `describe`. */
export function AuthForm<Form extends FieldValues>({
  schema,
  defaultValues,
  submit,
  describe,
  submitLabel,
  pendingLabel = submitLabel,
  submitClassName = '',
  after,
  children,
}: AuthFormProps<Form>) {
  const [failure, setFailure] = useState<string | null>(null)
  const { control, handleSubmit, formState, reset } = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues,
  })
  const send = useFormSend(
    handleSubmit(async (form) => {
      setFailure(null)
      try {
        await submit(form, reset)
      } catch (error) {
        setFailure(error instanceof BackendError ? describe(error) : 'An unexpected error occurred')
      }
    }),
  )
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      {children(control)}
      <FormError message={failure} />
      <Button type="submit" variant="primary" className={submitClassName} isPending={formState.isSubmitting}>
        {formState.isSubmitting ? pendingLabel : submitLabel}
      </Button>
      {after}
    </form>
  )
}
