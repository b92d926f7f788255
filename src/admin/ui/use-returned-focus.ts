import { useEffect, useState } from 'react'

/**
 * Restores focus, on unmount, to where it was on mount. For a dialog that replaces its own loading dialog: React Aria
 * would restore it to the loading one, which is gone.
 */
export function useReturnedFocus(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // After the dialog's own restoring.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus()
      }, 50)
    },
    [opener],
  )
}
