import type { LucideIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { ButtonContext } from 'react-aria-components/Button'
import { flushSync } from 'react-dom'

// The list and its keyboard weigh more than most screens that have such a button.
async function loadMenuPopover() {
  const { MenuPopover } = await import('./menu-popover.tsx')
  return { default: MenuPopover }
}
const MenuPopover = lazy(loadMenuPopover)

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
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The focus is back on the button before a dialog opens, which otherwise would give it back to an item that is gone.
  const run = ({ onAction }: MenuAction) => {
    flushSync(() => setOpen(false))
    button.current?.focus({ preventScroll: true })
    onAction()
  }
  const opening = {
    ref: button,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': isOpen,
    onPress: () => setOpen(true),
    onHoverStart: () => void loadMenuPopover(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown') setOpen(true)
    },
  }
  return (
    <>
      <ButtonContext value={opening}>{trigger}</ButtonContext>
      {isOpen && (
        <Suspense>
          <MenuPopover
            button={button}
            label={label}
            actions={actions}
            onRun={run}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
