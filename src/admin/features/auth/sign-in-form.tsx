import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { BackendError } from '../../../backend/errors.ts'
import { signIn } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { FormError } from '../../ui/form-error.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { type SignInForm as Values, signInMessage, signInSchema } from './auth-form.ts'

export function SignInForm({ onForgotten }: { onForgotten: () => void }) {
  const [failure, setFailure] = useState<string | null>(null)
  const { control, handleSubmit, formState } = useForm<Values>({
    resolver: zodResolver(signInSchema),
    defaultValues: { email: '', password: '' },
  })

  const submit = handleSubmit(async ({ email, password }) => {
    setFailure(null)
    try {
      await signIn(email, password)
      showToast({ title: 'Signed in successfully' })
    } catch (error) {
      setFailure(error instanceof BackendError ? signInMessage(error) : 'An unexpected error occurred')
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormField control={control} name="email" label="Email" type="email" autoComplete="username" />
      <FormField
        control={control}
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
      />
      <FormError message={failure} />
      <Button type="submit" variant="primary" isPending={formState.isSubmitting}>
        {formState.isSubmitting ? 'Signing in…' : 'Sign In'}
      </Button>
      <button
        type="button"
        onClick={onForgotten}
        className="self-center rounded-sm text-sm text-soft hover:text-ink hover:underline"
      >
        Forgot password?
      </button>
    </form>
  )
}
