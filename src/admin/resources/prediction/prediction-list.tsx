import type { RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { formatNumber } from '../../../domain/text/format-number.ts'
import type { Prediction } from '../../../domain/newsroom/prediction.ts'
import { Popover } from '../../ui/overlays/popover.tsx'

const KINDS = { new: 'New', changed: '', removed: 'Removed' } as const

/** The pages that a publish would write or remove, each with the reason. */
export function PredictionList({
  anchor,
  container,
  prediction: { total, pages },
  onClose,
}: {
  anchor: RefObject<HTMLElement | null>
  container: Element
  prediction: Prediction
  onClose: () => void
}) {
  const more = total - pages.length
  return (
    <Popover
      triggerRef={anchor}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      placement="bottom start"
      // Beside the scrollbar, whose space counts as the container's.
      containerPadding={28}
      UNSTABLE_portalContainer={container}
      className="max-h-96! w-[min(30rem,calc(100vw-3.5rem))]"
    >
      <Dialog aria-label="Pages that change" className="flex min-h-0 flex-1 flex-col outline-none">
        <ul
          aria-label="Pages that change"
          // Scrolled by the keyboard.
          tabIndex={0}
          className="min-h-0 divide-y divide-rule overflow-y-auto px-3.5 py-1 text-sm -outline-offset-2"
        >
          {pages.map(({ pathname, kind, why }) => (
            <li key={pathname} className="flex flex-col py-1.5">
              <span className="font-medium [overflow-wrap:anywhere]">
                {pathname === '/' ? 'Home' : pathname}
              </span>
              <span className="[overflow-wrap:anywhere] text-soft first-letter:uppercase">
                {[KINDS[kind], why].filter((part) => part !== '').join(' · ')}
              </span>
            </li>
          ))}
        </ul>
        {more > 0 && (
          <p className="border-t border-rule px-3.5 py-2 text-sm text-soft">{`and ${formatNumber(more)} more`}</p>
        )}
      </Dialog>
    </Popover>
  )
}
