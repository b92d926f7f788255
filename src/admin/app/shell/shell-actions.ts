import { useNavigate } from '@tanstack/react-router'
import { ExternalLink, IdCard, ImagePlus, Keyboard, LogOut, MonitorX, Plus, ShieldCheck } from 'lucide-react'
import { can } from '../../../domain/people/role.ts'
import { toastError } from '../../resources/describe-error.ts'
import { signOut, signOutEverywhere } from '../../session/session.ts'
import { useProfile } from '../../session/use-profile.ts'
import type { PaletteEntry } from './palette-entries.ts'

export type ShellAction = Omit<PaletteEntry, 'detail'>

/** The actions available on every screen, all of them in the command palette. */
export function useShellActions(open: (part: 'shortcuts' | 'public-name') => void): ShellAction[] {
  const { role } = useProfile()
  const navigate = useNavigate()
  const actions: (ShellAction & { allowed?: boolean })[] = [
    {
      id: 'new-article',
      label: 'New Article',
      icon: Plus,
      allowed: can(role, 'articles.create'),
      onAction: () => void navigate({ to: '/admin/articles/new' }),
    },
    {
      id: 'upload',
      label: 'Upload Files',
      icon: ImagePlus,
      allowed: can(role, 'media.upload'),
      onAction: () => void navigate({ to: '/admin/media' }),
    },
    {
      id: 'site',
      label: 'Open the Site',
      icon: ExternalLink,
      onAction: () => void window.open('/', '_blank', 'noopener'),
    },
    {
      id: 'account',
      label: 'Your Account',
      icon: ShieldCheck,
      onAction: () => void navigate({ to: '/admin/account' }),
    },
    { id: 'public-name', label: 'Your Public Name', icon: IdCard, onAction: () => open('public-name') },
    { id: 'shortcuts', label: 'Keyboard Shortcuts', icon: Keyboard, onAction: () => open('shortcuts') },
    { id: 'sign-out', label: 'Sign Out', icon: LogOut, onAction: () => void signOut() },
    {
      id: 'sign-out-everywhere',
      label: 'Sign Out Everywhere',
      icon: MonitorX,
      onAction: () => {
        signOutEverywhere().catch((error: unknown) => toastError('You are still signed in everywhere', error))
      },
    },
  ]
  return actions.filter(({ allowed = true }) => allowed)
}
