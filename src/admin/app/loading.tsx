import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect } from 'react'
import { ProfileFailurePage } from '../components/account/profile-failure.tsx'
import { $session } from '../session/session.ts'
import { buttonClass } from '../ui/layout/button.tsx'
import { PageSpinner } from '../ui/layout/spinner.tsx'

/** Whether the router has rendered something: the frame of the admin at least. */
export const $hasRendered = atom(false)

/** The page until the session and the frame of the admin are loaded: a spinner, or why that does not work for now. */
export function LoadingPage() {
  const session = useStore($session)
  if (session.status === 'failed') return <ProfileFailurePage failure={session} />
  return <PageSpinner />
}

export function NotFoundScreen() {
  useEffect(() => {
    console.error('404: someone tried to reach a route that does not exist:', location.pathname)
  }, [])
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 p-6 text-center">
      <h1 className="font-serif text-[5.5rem] leading-none tracking-[-0.03em]">404</h1>
      <p className="text-lg text-soft">Oops! Page not found</p>
      <a href="/" className={buttonClass({ variant: 'primary' })}>
        Return to Home
      </a>
    </main>
  )
}
