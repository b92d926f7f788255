import { useStore } from '@nanostores/react'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ProfileFailurePage } from '../../components/account/profile-failure.tsx'
import { NewPasswordForm } from '../../components/account/new-password-form.tsx'
import {
  type PasswordLink,
  $accountError,
  $linkError,
  $mailedLink,
  $passwordLink,
  $session,
  forgetLinkError,
} from '../../session/session.ts'
import { Card } from '../../ui/layout/card.tsx'
import { FormError } from '../../ui/fields/form-error.tsx'
import { Spinner } from '../../ui/layout/spinner.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { siteName } from '../../site-name.ts'
import {
  FirstAccountForm,
  ForgotForm,
  MailedLinkForm,
  RequiredSetup,
  SignInCodeForm,
  SignInForm,
  SignUp,
} from './auth-forms.tsx'

const NEW_PASSWORD: Readonly<Record<PasswordLink, { title: string; intro: string }>> = {
  recovery: { title: 'Choose a new password', intro: 'From now on you sign in with it as' },
  invite: {
    title: `Welcome to ${siteName()}`,
    intro: 'Choose a password. From now on you sign in with it as',
  },
}

/**
 * Sign In and Sign Up, the button of a mailed link, and the form for a new password after an invitation or a recovery
 * mail. The guard of the route takes a signed-in person on to the admin.
 */
export function AuthScreen() {
  const session = useStore($session)
  const mailed = useStore($mailedLink)
  const link = useStore($passwordLink)
  const firstAccount = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('begin') })
  if (session.status === 'failed') return <ProfileFailurePage failure={session} />
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 p-5">
      <a
        href="/"
        className="font-serif text-3xl tracking-[-0.03em]"
        aria-label={`${siteName()}, the magazine`}
      >
        {siteName().toLowerCase()}
        <span className="text-madder">.</span>
      </a>
      {mailed !== null ? (
        <Panel title={mailed.mail.heading}>
          <MailedLinkForm link={mailed} />
        </Panel>
      ) : session.status === 'signed-out' && firstAccount !== null ? (
        <Panel title="The first account">
          <FirstAccountForm token={firstAccount} />
        </Panel>
      ) : session.status === 'signed-out' ? (
        <SignedOut />
      ) : session.status === 'second-factor' ? (
        session.step === 'code' ? (
          <Panel title="Two-factor authentication">
            <SignInCodeForm email={session.user.email} />
          </Panel>
        ) : (
          <Panel title="Set up two-factor authentication">
            <RequiredSetup />
          </Panel>
        )
      ) : session.status === 'signed-in' && link !== null ? (
        <Panel title={NEW_PASSWORD[link].title}>
          <p className="mb-4 text-sm text-soft">
            {NEW_PASSWORD[link].intro}{' '}
            <strong className="font-semibold break-words text-ink">{session.user.email}</strong>.
          </p>
          <NewPasswordForm
            email={session.user.email}
            asksCurrent={false}
            onSaved={() => showToast({ title: 'Your password has been saved' })}
          />
        </Panel>
      ) : (
        <Spinner className="size-8" />
      )}
      <a href="/" className="rounded-sm text-sm text-soft hover:text-ink hover:underline">
        ← Back to site
      </a>
    </main>
  )
}

function SignedOut() {
  const [tab, setTab] = useState('sign-in')
  const [hasForgotten, setForgotten] = useState(false)
  const linkError = useStore($linkError)
  const accountError = useStore($accountError)
  const askForLink = () => setForgotten(true)

  if (hasForgotten) {
    return (
      <Panel title="Forgot your password?">
        <ForgotForm
          onBack={() => {
            forgetLinkError()
            setForgotten(false)
          }}
        />
      </Panel>
    )
  }
  return (
    <Panel title="Welcome to CMS">
      {linkError !== null && (
        <div className="mb-5 flex flex-col items-start gap-1.5 rounded-md border border-madder p-3">
          <FormError message={linkError} />
          <button
            type="button"
            onClick={askForLink}
            className="rounded-sm text-sm font-semibold text-prussian hover:underline"
          >
            Send Me a New Link
          </button>
        </div>
      )}
      {accountError !== null && (
        <div className="mb-5">
          <FormError message={accountError} />
        </div>
      )}
      <Tabs
        label="Account"
        selected={tab}
        onSelect={setTab}
        items={[
          { id: 'sign-in', label: 'Sign In', content: <SignInForm onForgotten={askForLink} /> },
          { id: 'sign-up', label: 'Sign Up', content: <SignUp /> },
        ]}
      />
    </Panel>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="w-full max-w-md p-6!">
      <h1 className="mb-5 text-center font-serif text-2xl tracking-[-0.02em]">{title}</h1>
      {children}
    </Card>
  )
}
