import type { ReactNode } from 'react'
import { type PopoverProps as AriaPopoverProps, Popover as AriaPopover } from 'react-aria-components/Popover'

export interface PopoverProps extends Omit<AriaPopoverProps, 'children' | 'className' | 'style'> {
  children: ReactNode
  className?: string
}

/** The surface of menus, option lists and pickers. */
export function Popover({ className = '', ...rest }: PopoverProps) {
  return (
    <AriaPopover
      offset={4}
      {...rest}
      className={`overflow-auto rounded-md border border-rule bg-card text-ink shadow-raised outline-none ${className}`}
    />
  )
}
