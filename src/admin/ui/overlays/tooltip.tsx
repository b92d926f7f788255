import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

/** A short hint on a Button, which still needs its own label. */
export function Tooltip({
  text,
  placement = 'top',
  children,
}: {
  text: string
  placement?: 'top' | 'bottom'
  children: ReactElement
}) {
  return (
    <TooltipTrigger delay={400} closeDelay={100}>
      {children}
      <AriaTooltip
        placement={placement}
        offset={6}
        className="rounded-sm bg-ink px-2 py-1 text-xs text-paper shadow-raised"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
