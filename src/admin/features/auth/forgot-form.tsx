import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { BackendError } from '../../../backend/errors.ts'
import { requestPassword } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { useFormSend } from '../../ui/use-one-at-a-time.ts'
import { type ForgotForm as Values, forgotMessage, forgotSchema } from './auth-form.ts'

/** Requests an e-mail with a link to choose a new password. */
export function ForgotForm({ onBack }: { onBack: () => void }) {
  const [failure, setFailure] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { control, handleSubmit, formState } = useForm<Values>({
    resolver: zodResolver(forgotSchema),
    defaultValues: { email: '' },
  })

  const send = useFormSend(
    handleSubmit(async ({ email }) => {
      setFailure(null)
      setSentTo(null)
      try {
        await requestPassword(email)
        setSentTo(email)
      } catch (error) {
        setFailure(error instanceof BackendError ? forgotMessage(error) : 'An unexpected error occurred')
      }
    }),
  )

  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <p className="text-sm text-soft">
        Tell us your address and we send you a link with which you choose a new password.
      </p>
      <FormField
        control={control}
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        autoFocus
      />
      <FormError message={failure} />
      <div role="status">
        {sentTo !== null && (
          <p className="rounded-md bg-tint px-3 py-2 text-sm">
            If <strong className="font-semibold break-words">{sentTo}</strong> has an account, a mail with a
            link is on its way.
          </p>
        )}
      </div>
      <Button type="submit" variant="primary" isPending={formState.isSubmitting}>
        {formState.isSubmitting ? 'Sending…' : 'Send Link'}
      </Button>
      <Button variant="ghost" onPress={onBack}>
        Back to Sign In
      </Button>
    </form>
  )
}
