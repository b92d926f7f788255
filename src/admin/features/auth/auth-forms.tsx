import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { passwordAdvice } from '../../../domain/people/password.ts'
import { AuthForm } from '../../components/account/auth-form.tsx'
import { CodeForm } from '../../components/account/code-form.tsx'
import { SecondFactorSetup } from '../../components/account/second-factor-setup.tsx'
import { useMinPasswordLength } from '../../data/people/password-setting.ts'
import {
  type MailedLink,
  followMailedLink,
  leaveSession,
  requestPassword,
  sessionLoaded,
  signIn,
  signUp,
} from '../../session/session.ts'
import { Button } from '../../ui/layout/button.tsx'
import { EmptyState } from '../../ui/layout/states.tsx'
import { FormField } from '../../ui/fields/form-field.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import {
  forgotMessage,
  forgotSchema,
  mailedLinkMessage,
  signInMessage,
  signInSchema,
  signUpMessage,
  signUpSchema,
} from './auth-schemas.ts'
import { makeFirstAccount } from './data/first-account.ts'
import { signUpSettingQuery } from './data/sign-up-setting.ts'

const EMAIL = { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' } as const
const NEW_PASSWORD = {
  name: 'password',
  type: 'password',
  autoComplete: 'new-password',
} as const

const SIGNED_IN = { title: 'Signed in successfully' }

function Note({ children }: { children: ReactNode }) {
  return <p className="rounded-md bg-tint px-3 py-2 text-sm">{children}</p>
}

export function SignInForm({ onForgotten }: { onForgotten: () => void }) {
  return (
    <AuthForm
      schema={signInSchema}
      defaultValues={{ email: '', password: '' }}
      submit={async ({ email, password }) => {
        await signIn(email, password)
        // Otherwise the code of a second factor is asked for first.
        if ((await sessionLoaded()).status === 'signed-in') showToast(SIGNED_IN)
      }}
      describe={signInMessage}
      submitLabel="Sign In"
      pendingLabel="Signing in…"
      after={
        <button
          type="button"
          onClick={onForgotten}
          className="self-center rounded-sm text-sm text-soft hover:text-ink hover:underline"
        >
          Forgot password?
        </button>
      }
    >
      {(control) => (
        <>
          <FormField control={control} {...EMAIL} />
          <FormField
            control={control}
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
          />
        </>
      )}
    </AuthForm>
  )
}

/** The sign-up form, or a note that people join by invitation only. */
export function SignUp() {
  const { data: setting } = useQuery(signUpSettingQuery)
  if (setting?.sign_up_open ?? true) return <SignUpForm />
  return <EmptyState title="Sign-up is closed. Please ask an editor to invite you." />
}

function SignUpForm() {
  const minPassword = useMinPasswordLength()
  const queryClient = useQueryClient()
  const [doneFor, setDoneFor] = useState<string | null>(null)
  return (
    <AuthForm
      schema={signUpSchema(minPassword)}
      defaultValues={{ fullName: '', email: '', password: '' }}
      submit={async ({ fullName, email, password }, reset) => {
        setDoneFor(null)
        try {
          await signUp(email, password, fullName)
        } catch (error) {
          // Sign-up may have been closed meanwhile, which the auth server does not report.
          void queryClient.invalidateQueries({ queryKey: signUpSettingQuery.queryKey })
          throw error
        }
        showToast({ title: 'Account created! Please check your email to verify your account.' })
        setDoneFor(email)
        reset()
      }}
      describe={signUpMessage}
      submitLabel="Sign Up"
      pendingLabel="Creating account…"
    >
      {(control) => (
        <>
          <FormField control={control} name="fullName" label="Full Name" autoComplete="name" />
          <FormField control={control} {...EMAIL} />
          <FormField
            control={control}
            label="Password"
            description={passwordAdvice(minPassword)}
            {...NEW_PASSWORD}
          />
          {doneFor !== null && (
            <Note>
              We have written to <strong className="font-semibold">{doneFor}</strong>. The link in that mail
              opens the admin.
            </Note>
          )}
        </>
      )}
    </AuthForm>
  )
}

/** The form of the first account. After it the person chooses what the magazine begins with. */
export function FirstAccountForm({ token }: { token: string }) {
  const minPassword = useMinPasswordLength()
  const navigate = useNavigate()
  return (
    <AuthForm
      schema={signUpSchema(minPassword)}
      defaultValues={{ fullName: '', email: '', password: '' }}
      submit={async (person) => {
        await makeFirstAccount(token, person)
        showToast({ title: 'Account created' })
        // The address has done its work: where the sign-in fails, its form is shown.
        await navigate({ to: '/auth', hash: '', state: { wanted: '/admin/begin' }, replace: true })
        await signIn(person.email, person.password)
      }}
      describe={signUpMessage}
      submitLabel="Create Account"
      pendingLabel="Creating account…"
      after={
        <Button variant="ghost" onPress={() => void navigate({ to: '/auth', hash: '' })}>
          I Have an Account
        </Button>
      }
    >
      {(control) => (
        <>
          <p className="text-sm text-soft">
            This address makes the first account of the magazine: a super admin’s, who may do everything and
            gives others theirs.
          </p>
          <FormField control={control} name="fullName" label="Full Name" autoComplete="name" autoFocus />
          <FormField control={control} {...EMAIL} />
          <FormField
            control={control}
            label="Password"
            description={passwordAdvice(minPassword)}
            {...NEW_PASSWORD}
          />
        </>
      )}
    </AuthForm>
  )
}

export function ForgotForm({ onBack }: { onBack: () => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <AuthForm
      schema={forgotSchema}
      defaultValues={{ email: '' }}
      submit={async ({ email }) => {
        setSentTo(null)
        await requestPassword(email)
        setSentTo(email)
      }}
      describe={forgotMessage}
      submitLabel="Send Link"
      pendingLabel="Sending…"
      after={
        <Button variant="ghost" onPress={onBack}>
          Back to Sign In
        </Button>
      }
    >
      {(control) => (
        <>
          <p className="text-sm text-soft">
            Tell us your address and we send you a link with which you choose a new password.
          </p>
          <FormField control={control} {...EMAIL} autoFocus />
          <div role="status">
            {sentTo !== null && (
              <Note>
                If <strong className="font-semibold break-words">{sentTo}</strong> has an account, a mail with
                a link is on its way.
              </Note>
            )}
          </div>
        </>
      )}
    </AuthForm>
  )
}

const OTHER_ADDRESS = 'Confirmed. Now follow the link in the mail to your other address.'

/** The button of a mailed link, without which it does nothing. */
export function MailedLinkForm({ link }: { link: MailedLink }) {
  return (
    <AuthForm
      schema={z.object({})}
      defaultValues={{}}
      submit={async () => {
        if ((await followMailedLink(link)) === 'other-address') showToast({ title: OTHER_ADDRESS })
      }}
      describe={mailedLinkMessage}
      submitLabel={link.mail.button}
    >
      {() => <p className="text-sm text-soft">You have opened the link of a mail. It works once.</p>}
    </AuthForm>
  )
}

/** The form for the code of the second factor, after password or link. */
export function SignInCodeForm({ email }: { email: string }) {
  return (
    <CodeForm
      onVerified={() => showToast(SIGNED_IN)}
      submitLabel="Continue"
      pendingLabel="Checking…"
      after={<SignOutButton />}
    >
      {(field) => (
        <>
          <p className="text-sm text-soft">
            Enter the six digits that your authenticator app shows for{' '}
            <strong className="font-semibold break-words text-ink">{email}</strong>.
          </p>
          <FormField {...field} autoFocus />
          <p className="text-sm text-soft">
            Lost the device? Ask a super admin to remove your two-factor authentication under Users.
          </p>
        </>
      )}
    </CodeForm>
  )
}

/** The setup of a second factor, which super admins need. */
export function RequiredSetup() {
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-soft">
        Super admins of this magazine sign in with a second factor. Set yours up to go on.
      </p>
      <SecondFactorSetup
        onDone={() => showToast({ title: 'Two-factor authentication is on' })}
        after={<SignOutButton />}
      />
    </div>
  )
}

function SignOutButton() {
  return (
    <Button variant="ghost" onPress={() => void leaveSession()}>
      Sign Out
    </Button>
  )
}
