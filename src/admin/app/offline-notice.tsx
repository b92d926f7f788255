import { useStore } from '@nanostores/react'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { $isServerAway } from '../data/requests/server-reach.ts'
import { $session } from '../session/session.ts'

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/**
 * Notice while offline, or while the server does not answer. On a phone with an open dialog it is at the top, clear of the
 * dialog's buttons.
 */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const isAway = useStore($isServerAway)
  const { status } = useStore($session)
  const reason = !online
    ? 'You are offline.'
    : isAway && status === 'signed-in'
      ? 'The server cannot be reached.'
      : null
  return (
    <div role="status">
      {reason !== null && (
        <p className="pointer-events-none fixed bottom-4 left-1/2 z-90 flex w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 items-center gap-2 rounded-md bg-ink px-4 py-1.5 text-sm text-paper shadow-raised max-md:bottom-[calc(var(--bottom-bar,0px)+1rem)] max-md:[body:has([data-veil])_&]:top-1 max-md:[body:has([data-veil])_&]:bottom-auto max-md:[body:has([data-veil])_&]:py-0.5 max-md:[body:has([data-veil])_&]:text-xs">
          <WifiOff aria-hidden className="size-4" />
          <span>
            {reason}{' '}
            <span className="max-md:[body:has([data-veil])_&]:hidden">What you see may be out of date. </span>
            {!online && 'Saving works again once you are back.'}
          </span>
        </p>
      )}
    </div>
  )
}
