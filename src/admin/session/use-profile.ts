import { useStore } from '@nanostores/react'
import type { Profile } from '../../domain/people/profile.ts'
import { $session } from './session.ts'

/** Profile of the signed-in person. Only below `AdminLayout`, which renders nothing before it is loaded. */
export function useProfile(): Profile {
  const session = useStore($session)
  if (session.status !== 'signed-in') throw new Error('useProfile must be used where a profile is loaded')
  return session.profile
}
