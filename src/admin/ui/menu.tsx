import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from './popover.tsx'

export interface MenuAction {
  id: string
  label: string
  icon?: LucideIcon
  tone?: 'default' | 'destructive'
  onAction: () => void
}

/** A button (`trigger`, a Button of ours) that opens a list of actions. */
export function Menu({
  trigger,
  label,
  actions,
}: {
  trigger: ReactElement
  label: string
  actions: readonly MenuAction[]
}) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement="bottom end" className="min-w-44">
        <AriaMenu aria-label={label} className="p-1 outline-none">
          {actions.map(({ id, label, icon: Icon, tone, onAction }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={label}
              onAction={onAction}
              className={`flex cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1.5 outline-none data-focused:bg-tint ${tone === 'destructive' ? 'text-brick' : ''}`}
            >
              {Icon !== undefined && <Icon aria-hidden className="size-4 shrink-0" />}
              {label}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
