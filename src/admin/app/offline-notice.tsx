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
        <p className="fixed inset-x-0 top-0 z-90 flex items-center justify-center gap-2 bg-ink px-4 py-1.5 text-sm text-paper">
          <WifiOff aria-hidden className="size-4" />
          You are offline. What you see may be out of date; changes will be saved once you are back.
        </p>
      )}
    </div>
  )
}
