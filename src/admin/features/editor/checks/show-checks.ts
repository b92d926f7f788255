import { useNavigate, useSearch } from '@tanstack/react-router'
import { atom } from 'nanostores'
import { useEffect, useEffectEvent } from 'react'
import { settings } from '../sidebar/settings.tsx'

/** Whether the list of checks is to be opened, by itself once it is there. */
export const $areChecksWanted = atom(false)

/** Opens the list of checks, scrolls to it and focuses it. */
export function showChecks(): void {
  $areChecksWanted.set(true)
  void settings.show()
}

/** Opens the list where the address asks for it, and takes that out of the address. */
export function useChecksOfAddress(): void {
  const navigate = useNavigate()
  const { checks } = useSearch({ strict: false })
  const open = useEffectEvent(() => {
    showChecks()
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, checks: undefined }),
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
  })
  useEffect(() => {
    if (checks) open()
  }, [checks])
}
