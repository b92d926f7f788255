import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { signedOutByChoice } from '../session/session.ts'
import { useAuth } from '../session/use-auth.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** Shows its children to a signed-in person whose profile is loaded; everyone else goes to /auth (admin spec §2). */
export function Guard({ children }: { children: ReactNode }) {
  const { session } = useAuth()
  const navigate = useNavigate()
  const wanted = useRouterState({ select: (state) => state.location.href })
  const signedOut = session.status === 'signed-out'

  useEffect(() => {
    if (!signedOut || !wanted.startsWith('/admin')) return
    if (signedOutByChoice()) location.assign('/')
    else void navigate({ to: '/auth', state: { wanted }, replace: true })
  }, [signedOut, wanted, navigate])

  if (session.status !== 'signed-in') {
    return (
      <div className="flex min-h-dvh items-center justify-center">
        <Spinner className="size-8" />
      </div>
    )
  }
  return children
}
