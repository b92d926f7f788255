import type { RefObject } from 'react'
import { Menu as AriaMenu, MenuItem } from 'react-aria-components/Menu'
import type { MenuAction } from './menu.tsx'
import { Popover } from './popover.tsx'

/** The open list of a `Menu`; focus moves into it and back. */
export function MenuPopover({
  anchor,
  placement,
  container,
  label,
  actions,
  onRun,
  onClose,
}: {
  anchor: RefObject<HTMLElement | null>
  placement: 'bottom end' | 'top'
  container: Element
  label: string
  actions: readonly MenuAction[]
  onRun: (action: MenuAction) => void
  onClose: () => void
}) {
  return (
    <Popover
      triggerRef={anchor}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      placement={placement}
      UNSTABLE_portalContainer={container}
      aria-label={label}
      className="min-w-[max(--spacing(44),var(--trigger-width))]"
    >
      <AriaMenu
        aria-label={label}
        autoFocus="first"
        onClose={onClose}
        className="min-h-0 overflow-auto p-1 outline-none"
      >
        {actions.map((action) => {
          const { id, label, icon: Icon, tone } = action
          return (
            <MenuItem
              key={id}
              id={id}
              textValue={label}
              onAction={() => onRun(action)}
              className={`flex cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1.5 outline-none data-focused:bg-tint ${tone === 'destructive' ? 'text-madder' : ''}`}
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
