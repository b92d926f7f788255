import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { BackendError } from '../../../backend/errors.ts'
import { signUp } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { FormError } from '../../ui/form-error.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { signUpOpenQuery } from './data/sign-up-open.ts'
import { type SignUpForm as Values, signUpMessage, signUpSchema } from './auth-form.ts'

const DONE = 'Account created! Please check your email to verify your account.'

export function SignUpForm() {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const [doneFor, setDoneFor] = useState<string | null>(null)
  const { control, handleSubmit, formState, reset } = useForm<Values>({
    resolver: zodResolver(signUpSchema),
    defaultValues: { fullName: '', email: '', password: '' },
  })

  const submit = handleSubmit(async ({ fullName, email, password }) => {
    setFailure(null)
    setDoneFor(null)
    try {
      await signUp(email, password, fullName)
      showToast({ title: DONE })
      setDoneFor(email)
      reset()
    } catch (error) {
      setFailure(error instanceof BackendError ? signUpMessage(error) : 'An unexpected error occurred')
      // Sign-up may be closed by now, which the auth server does not report.
      void queryClient.invalidateQueries({ queryKey: signUpOpenQuery.queryKey })
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormField control={control} name="fullName" label="Full Name" autoComplete="name" />
      <FormField control={control} name="email" label="Email" type="email" autoComplete="username" />
      <FormField
        control={control}
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        description="At least 6 characters"
      />
      <FormError message={failure} />
      {doneFor !== null && (
        <p className="rounded-md bg-tint px-3 py-2 text-sm">
          We have written to <strong className="font-semibold">{doneFor}</strong>. The link in that mail opens
          the admin.
        </p>
      )}
      <Button type="submit" variant="primary" isPending={formState.isSubmitting}>
        {formState.isSubmitting ? 'Creating account…' : 'Sign Up'}
      </Button>
    </form>
  )
}
