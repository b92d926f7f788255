import { useStore } from '@nanostores/react'
import { createContext, useContext, type ReactNode } from 'react'
import type { Profile } from '../../domain/profile.ts'
import { hasRole, type Role } from '../../domain/role.ts'
import { $session, signIn, signOut, signUp, type SessionState, type SessionUser } from './session.ts'

export interface Auth {
  user: SessionUser | null
  profile: Profile | null
  session: SessionState
  loading: boolean
  hasRole: (allowed: Role | readonly Role[]) => boolean
  signIn: typeof signIn
  signUp: typeof signUp
  signOut: typeof signOut
}

const AuthContext = createContext<Auth | null>(null)

export function AuthProvider({ children }: { children: ReactNode }) {
  const session = useStore($session)
  const profile = session.status === 'signed-in' ? session.profile : null
  const auth: Auth = {
    user: session.status === 'signed-in' ? session.user : null,
    profile,
    session,
    loading: session.status === 'loading',
    hasRole: (allowed) => hasRole(profile, allowed),
    signIn,
    signUp,
    signOut,
  }
  return <AuthContext value={auth}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** The signed-in person's profile. Only inside the admin's guard, which shows nothing before it is loaded. */
export function useProfile(): Profile {
  const { profile } = useAuth()
  if (profile === null) throw new Error('useProfile must be used where a profile is loaded')
  return profile
}
