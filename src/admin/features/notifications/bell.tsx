import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/layout/button.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { SHELL_SHORTCUTS, ariaKeyShortcuts, isPressed, shortcutText } from '../../ui/keys/shortcuts.ts'
import { useKeyDown } from '../../ui/keys/use-key-down.ts'
import { MAX_UNREAD, unreadCountQuery, watchOtherTabs } from './data/unread.ts'

const NotificationsPopover = lazyPart(
  async () => (await import('./notifications-popover.tsx')).NotificationsPopover,
)

/** The button that opens the notifications, with how many are unread; a new one is announced. */
export function NotificationsBell() {
  const client = useQueryClient()
  const { data: unread } = useQuery(unreadCountQuery)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const announcement = useAnnouncement(unread)
  useEffect(() => watchOtherTabs(client), [client])
  useKeyDown((event) => {
    if (event.defaultPrevented || !isPressed(SHELL_SHORTCUTS.notifications, event)) return
    event.preventDefault()
    setOpen((open) => !open)
  })
  const label = bellLabel(unread)
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts={ariaKeyShortcuts(SHELL_SHORTCUTS.notifications)}
        onPress={() => setOpen(true)}
        onHoverStart={NotificationsPopover.preload}
        className="relative text-soft! hover:text-ink!"
      >
        <span title={`Notifications (${shortcutText(SHELL_SHORTCUTS.notifications)})`}>
          <Bell aria-hidden className="size-4.5" />
        </span>
        {unread !== undefined && unread > 0 && (
          <span
            aria-hidden
            className="absolute -top-0.5 -right-0.5 min-w-4.5 rounded-full bg-fill-madder px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-on-fill"
          >
            {unreadText(unread)}
          </span>
        )}
      </Button>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isOpen && <NotificationsPopover anchor={button} onClose={() => setOpen(false)} />}
    </>
  )
}

const unreadText = (unread: number): string => (unread > MAX_UNREAD ? `${MAX_UNREAD}+` : String(unread))

function bellLabel(unread = 0): string {
  return unread === 0 ? 'Notifications' : `Notifications, ${unreadText(unread)} unread`
}

/** What is said when there are more than before; nothing when the page opens, or when some were read. */
function useAnnouncement(unread: number | undefined): string {
  const [said, setSaid] = useState({ unread, text: '' })
  if (unread !== said.unread) {
    const isMore = said.unread !== undefined && unread !== undefined && unread > said.unread
    setSaid({ unread, text: isMore ? bellLabel(unread) : '' })
  }
  return said.text
}
