import { useEffect, useState } from 'react'

/**
 * Gives the focus back to where it was when this opened, for a dialog that another one replaces while it loads: the
 * second knows only the first, which is gone.
 */
export function useReturnedFocus(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // After the dialog itself has had its try.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus()
      }, 50)
    },
    [opener],
  )
}
