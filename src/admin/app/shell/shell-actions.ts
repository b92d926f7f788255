import { useNavigate } from '@tanstack/react-router'
import { ExternalLink, ImagePlus, Keyboard, LogOut, MonitorX, Plus, type LucideIcon } from 'lucide-react'
import { can } from '../../../domain/role.ts'
import { signOut, signOutEverywhere } from '../../session/session.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { showToast } from '../../ui/toast.ts'

export interface ShellAction {
  id: string
  label: string
  icon: LucideIcon
  choose: () => void
}

/** What one can do from every screen; the palette offers it all. */
export function useShellActions(openShortcuts: () => void): ShellAction[] {
  const { role } = useProfile()
  const navigate = useNavigate()
  const actions: (ShellAction & { offered?: boolean })[] = [
    {
      id: 'new-article',
      label: 'New Article',
      icon: Plus,
      offered: can(role, 'articles.create'),
      choose: () => void navigate({ to: '/admin/articles/new' }),
    },
    {
      id: 'upload',
      label: 'Upload Files',
      icon: ImagePlus,
      offered: can(role, 'media.upload'),
      choose: () => void navigate({ to: '/admin/media' }),
    },
    {
      id: 'site',
      label: 'Open the Site',
      icon: ExternalLink,
      choose: () => void window.open('/', '_blank', 'noopener'),
    },
    { id: 'shortcuts', label: 'Keyboard Shortcuts', icon: Keyboard, choose: openShortcuts },
    { id: 'sign-out', label: 'Sign Out', icon: LogOut, choose: () => void signOut() },
    {
      id: 'sign-out-everywhere',
      label: 'Sign Out Everywhere',
      icon: MonitorX,
      choose: () => {
        signOutEverywhere().catch((error: unknown) =>
          showToast({
            title: 'You are still signed in everywhere',
            description: error instanceof Error ? error.message : 'Please try again.',
            tone: 'destructive',
          }),
        )
      },
    },
  ]
  return actions.filter(({ offered = true }) => offered)
}
