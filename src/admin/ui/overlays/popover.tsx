import type { ReactNode } from 'react'
import { type PopoverProps as AriaPopoverProps, Popover as AriaPopover } from 'react-aria-components/Popover'
import { ReturnFocus } from './return-focus.tsx'

export interface PopoverProps extends Omit<AriaPopoverProps, 'children' | 'className' | 'style'> {
  children: ReactNode
  className?: string
}

/**
 * The surface of menus, option lists and pickers: a column that is as high as there is room. What is inside says with
 * `min-h-0` which part scrolls or shrinks then; the rest stays in sight.
 */
export function Popover({ className = '', children, ...rest }: PopoverProps) {
  return (
    <AriaPopover
      offset={4}
      {...rest}
      className={`flex flex-col overflow-auto rounded-md border border-rule bg-card text-ink shadow-raised outline-none ${className}`}
    >
      <ReturnFocus />
      {children}
    </AriaPopover>
  )
}
