import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, type RefObject, useRef, useState } from 'react'
import { ButtonContext } from 'react-aria-components/Button'
import { flushSync } from 'react-dom'
import { lazyPart } from '../layout/lazy-part.tsx'

// React Aria's menu is larger than most screens that have such a button.
const MenuPopover = lazyPart(async () => (await import('./menu-popover.tsx')).MenuPopover)

export interface MenuAction {
  id: string
  label: string
  icon?: LucideIcon
  tone?: 'default' | 'destructive'
  onAction: () => void
}

export function Menu({
  trigger,
  label,
  actions,
  anchor,
  placement = 'bottom end',
}: {
  /** React Aria's Button, or our own. */
  trigger: ReactElement
  label: string
  actions: readonly MenuAction[]
  /** The element to place the menu at; the button by default. */
  anchor?: RefObject<HTMLElement | null>
  placement?: 'bottom end' | 'top'
}) {
  const button = useRef<HTMLButtonElement>(null)
  // The element the open menu is rendered into, null while closed. A modal <dialog> makes the page around it inert.
  const [container, setContainer] = useState<Element | null>(null)
  const open = (target: Element) => setContainer(target.closest('dialog') ?? document.body)
  // Focus returns to the button before a dialog opens, which would otherwise restore it to a removed item.
  const run = ({ onAction }: MenuAction) => {
    flushSync(() => setContainer(null))
    button.current?.focus({ preventScroll: true })
    onAction()
  }
  const opening = {
    ref: button,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': container !== null,
    onPress: ({ target }: { target: Element }) => open(target),
    onHoverStart: MenuPopover.preload,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown') open(event.currentTarget)
    },
  }
  return (
    <>
      <ButtonContext value={opening}>{trigger}</ButtonContext>
      {container !== null && (
        <MenuPopover
          anchor={anchor ?? button}
          placement={placement}
          container={container}
          label={label}
          actions={actions}
          onRun={run}
          onClose={() => setContainer(null)}
        />
      )}
    </>
  )
}
