import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { BackendError } from '../../../backend/errors.ts'
import { choosePassword } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { showToast } from '../../ui/toast.ts'
import { type NewPasswordForm as Values, newPasswordMessage, newPasswordSchema } from './auth-form.ts'

/** The form for a new password, after the link of an invitation or a recovery mail has signed the person in. */
export function NewPasswordForm({ email, intro }: { email: string; intro: string }) {
  const [failure, setFailure] = useState<string | null>(null)
  const { control, handleSubmit, formState } = useForm<Values>({
    resolver: zodResolver(newPasswordSchema),
    defaultValues: { password: '', repeated: '' },
  })

  const submit = handleSubmit(async ({ password }) => {
    setFailure(null)
    try {
      await choosePassword(password)
      showToast({ title: 'Your password has been saved' })
    } catch (error) {
      setFailure(error instanceof BackendError ? newPasswordMessage(error) : 'An unexpected error occurred')
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p className="text-sm text-soft">
        {intro} <strong className="font-semibold break-words text-ink">{email}</strong>.
      </p>
      {/* The user name for password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <FormField
        control={control}
        name="password"
        label="New Password"
        type="password"
        autoComplete="new-password"
        description="At least 6 characters"
        autoFocus
      />
      <FormField
        control={control}
        name="repeated"
        label="Repeat Password"
        type="password"
        autoComplete="new-password"
      />
      <FormError message={failure} />
      <Button type="submit" variant="primary" isPending={formState.isSubmitting}>
        {formState.isSubmitting ? 'Saving…' : 'Save Password'}
      </Button>
    </form>
  )
}
