import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { $mailedLink, $passwordLink, sessionLoaded, signedOutByChoice } from '../session/session.ts'

/** Guard of /admin: without a session it leads to /auth, and back to the requested screen after signing in. */
export async function requireSession({ location }: { location: ParsedLocation }): Promise<void> {
  const { status } = await sessionLoaded()
  if (status === 'signed-in') return
  if (signedOutByChoice()) redirect({ href: '/', reloadDocument: true, throw: true })
  redirect({ to: '/auth', state: { wanted: location.href }, replace: true, throw: true })
}

/** Guard of /auth: a signed-in person goes on to the admin, unless a mailed link waits for its button or a new password. */
export async function skipWhenSignedIn({ location }: { location: ParsedLocation }): Promise<void> {
  const { status } = await sessionLoaded()
  if (status !== 'signed-in' || $mailedLink.get() !== null || $passwordLink.get() !== null) return
  redirect({ href: location.state.wanted ?? '/admin', replace: true, throw: true })
}

/**
 * Options of a route with a guard. The router shows no spinner for it, which would stay until the whole screen has loaded,
 * and hide the sidebar.
 */
export const guarded = { pendingMs: Infinity }
