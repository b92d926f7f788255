import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAuth } from '../../session/use-auth.tsx'
import { Card } from '../../ui/card.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** Sign In and Sign Up; whoever is signed in goes on to the admin (admin spec §2). */
export function AuthScreen() {
  const { session, loading } = useAuth()
  const [tab, setTab] = useState('sign-in')
  const router = useRouter()
  const signedIn = session.status === 'signed-in'

  useEffect(() => {
    if (!signedIn) return
    const { wanted = '/admin' } = router.state.location.state
    void router.navigate({ href: wanted, replace: true })
  }, [signedIn, router])

  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 p-5">
      <a href="/" className="font-serif text-3xl tracking-[-0.03em]" aria-label="Mantel, the magazine">
        mantel<span className="text-brick">.</span>
      </a>
      {signedIn || loading ? (
        <Spinner className="size-8" />
      ) : (
        <Card className="w-full max-w-md p-6!">
          <h1 className="mb-5 text-center font-serif text-2xl tracking-[-0.02em]">Welcome to CMS</h1>
          <Tabs
            label="Account"
            selected={tab}
            onSelect={setTab}
            items={[
              { id: 'sign-in', label: 'Sign In', content: <SignInForm /> },
              { id: 'sign-up', label: 'Sign Up', content: <SignUpForm /> },
            ]}
          />
        </Card>
      )}
      <a href="/" className="rounded-sm text-sm text-soft hover:text-ink hover:underline">
        ← Back to site
      </a>
    </main>
  )
}
