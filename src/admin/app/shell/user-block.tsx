import { ChevronsUpDown, LogOut } from 'lucide-react'
import { useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { ROLE_LABELS } from '../../../domain/role.ts'
import { signOut } from '../../session/session.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Menu } from '../../ui/menu.tsx'
import { initials } from './initials.ts'
import type { ShellAction } from './shell-actions.ts'

/** The shell's actions in the user menu; the sidebar has buttons for the others. */
const MENU_ACTIONS = new Set(['site', 'shortcuts', 'sign-out-everywhere'])

interface Props {
  collapsed: boolean
  actions: readonly ShellAction[]
  /** Classes of a button that is only an icon. */
  iconButton: string
}

/** The signed-in person, with the user menu and Sign Out. */
export function UserBlock({ collapsed, actions, iconButton }: Props) {
  const profile = useProfile()
  const block = useRef<HTMLDivElement>(null)
  const name = profile.full_name ?? profile.email ?? ''
  const picture = (
    <span
      aria-hidden
      className="flex size-8.5 shrink-0 items-center justify-center rounded-full bg-fill-brick text-xs font-semibold text-on-fill"
    >
      {initials(name)}
    </span>
  )
  return (
    <div
      ref={block}
      className={`flex items-center gap-1 border-t border-rule pt-3.5 ${collapsed ? 'flex-col' : ''}`}
    >
      {collapsed ? (
        picture
      ) : (
        <Menu
          label="Account"
          anchor={block}
          placement="top"
          actions={actions.filter(({ id }) => MENU_ACTIONS.has(id))}
          trigger={
            <Button className="flex min-w-0 flex-1 items-center gap-2.5 rounded-md py-1 pr-1.5 pl-3 text-left leading-tight hover:bg-tint">
              {picture}
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{name}</span>
                <span className="block text-xs text-soft">{ROLE_LABELS[profile.role]}</span>
              </span>
              <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-soft" />
            </Button>
          }
        />
      )}
      <button
        type="button"
        aria-label="Sign Out"
        title="Sign Out"
        onClick={() => void signOut()}
        className={iconButton}
      >
        <LogOut aria-hidden className="size-4.5" />
      </button>
    </div>
  )
}
