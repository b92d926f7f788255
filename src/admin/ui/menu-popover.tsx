import type { RefObject } from 'react'
import { Menu as AriaMenu, MenuItem } from 'react-aria-components/Menu'
import type { MenuAction } from './menu.tsx'
import { Popover } from './popover.tsx'

/** The open list of a `Menu`, below its button; the focus goes into it and back. */
export function MenuPopover({
  button,
  label,
  actions,
  onRun,
  onClose,
}: {
  button: RefObject<HTMLButtonElement | null>
  label: string
  actions: readonly MenuAction[]
  onRun: (action: MenuAction) => void
  onClose: () => void
}) {
  return (
    <Popover
      triggerRef={button}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      placement="bottom end"
      aria-label={label}
      className="min-w-44"
    >
      <AriaMenu aria-label={label} autoFocus="first" onClose={onClose} className="p-1 outline-none">
        {actions.map((action) => {
          const { id, label, icon: Icon, tone } = action
          return (
            <MenuItem
              key={id}
              id={id}
              textValue={label}
              onAction={() => onRun(action)}
              className={`flex cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1.5 outline-none data-focused:bg-tint ${tone === 'destructive' ? 'text-brick' : ''}`}
            >
              {Icon !== undefined && <Icon aria-hidden className="size-4 shrink-0" />}
              {label}
            </MenuItem>
          )
        })}
      </AriaMenu>
    </Popover>
  )
}
