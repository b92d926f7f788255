import { ChevronsUpDown, LogOut } from 'lucide-react'
import { useId, useState } from 'react'
import { ROLE_LABELS } from '../../../domain/role.ts'
import { signOut } from '../../session/session.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { initials } from './initials.ts'
import type { ShellAction } from './shell-actions.ts'

/** What the name opens; the rest of the palette's actions have buttons of their own in the sidebar. */
const OFFERED = new Set(['site', 'shortcuts', 'sign-out-everywhere'])

interface Props {
  collapsed: boolean
  actions: readonly ShellAction[]
  /** The look of a button that is only an icon. */
  iconButton: string
}

/** Who is signed in, with Sign Out and what else concerns the account. */
export function UserBlock({ collapsed, actions, iconButton }: Props) {
  const profile = useProfile()
  const [open, setOpen] = useState(false)
  const listId = useId()
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
      className={`relative flex items-center gap-1 border-t border-rule pt-3.5 ${collapsed ? 'flex-col' : ''}`}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        // Not the drawer around it as well.
        event.preventDefault()
        setOpen(false)
        event.currentTarget.querySelector('button')?.focus()
      }}
    >
      {collapsed ? (
        picture
      ) : (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 items-center gap-2.5 rounded-md py-1 pr-1.5 pl-3 text-left leading-tight hover:bg-tint"
        >
          {picture}
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{name}</span>
            <span className="block text-xs text-soft">{ROLE_LABELS[profile.role]}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-soft" />
        </button>
      )}
      <ul
        id={listId}
        hidden={!open || collapsed}
        className="absolute inset-x-0 bottom-full z-10 mb-1 rounded-md border border-rule bg-card p-1 shadow-raised"
      >
        {actions
          .filter(({ id }) => OFFERED.has(id))
          .map(({ id, label, icon: Icon, choose }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => {
                  setOpen(false)
                  choose()
                }}
                className="flex w-full items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-left hover:bg-tint"
              >
                <Icon aria-hidden className="size-4 shrink-0 text-soft" />
                {label}
              </button>
            </li>
          ))}
      </ul>
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
