import type { RefObject } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { MOBILE_QUERY, useMediaQuery } from '../../ui/layout/use-media-query.ts'
import { NotificationsList } from './notifications-list.tsx'

/** The notifications, below the bell or, on a phone, in a sheet. */
export function NotificationsPopover({
  anchor,
  onClose,
}: {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}) {
  const isMobile = useMediaQuery(MOBILE_QUERY)
  if (isMobile) {
    return (
      <Dialog isOpen title="Notifications" onClose={onClose}>
        <div className="-m-5">
          <NotificationsList onClose={onClose} />
        </div>
      </Dialog>
    )
  }
  return (
    <Popover
      triggerRef={anchor}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      placement="bottom start"
      className="max-h-[min(40rem,80dvh)] w-104"
    >
      <AriaDialog className="flex min-h-0 flex-col outline-none">
        <Heading slot="title" className="px-4 pt-3 text-lg font-semibold">
          Notifications
        </Heading>
        <NotificationsList onClose={onClose} />
      </AriaDialog>
    </Popover>
  )
}
