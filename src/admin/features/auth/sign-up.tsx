import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/empty-state.tsx'
import { signUpOpenQuery } from './data/sign-up-open.ts'
import { SignUpForm } from './sign-up-form.tsx'

/** The sign-up form, or a note that people join by invitation only. */
export function SignUp() {
  const { data: isOpen = true } = useQuery(signUpOpenQuery)
  return isOpen ? (
    <SignUpForm />
  ) : (
    <EmptyState title="Sign-up is closed. Please ask an editor to invite you." />
  )
}
