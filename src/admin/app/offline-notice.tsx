import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!online && (
        <p className="pointer-events-none fixed bottom-4 left-1/2 z-90 flex w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 items-center gap-2 rounded-md bg-ink px-4 py-1.5 text-sm text-paper shadow-raised max-md:[body:has([data-bottom-bar])_&]:bottom-20">
          <WifiOff aria-hidden className="size-4" />
          You are offline. What you see may be out of date; saving works again once you are back.
        </p>
      )}
    </div>
  )
}
