import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { atom } from 'nanostores'
import { useEffect, useEffectEvent } from 'react'
import type {} from '../../../story/checks/place-in-history.ts'
import { settings } from '../sidebar/settings.tsx'
import { useGoTo } from './go-to.ts'

/** Whether the list of checks opens by itself once it is there. */
export const $areChecksWanted = atom(false)

/** Opens the list of checks, scrolls to it and focuses it. */
export function showChecks(): void {
  $areChecksWanted.set(true)
  void settings.show()
}

/**
 * Leads to the place that the navigation named, or opens the list where the address asks for it, and takes that out of the
 * history. Rendered after the fields, so that they exist when its effect runs.
 */
export function OpenedChecks() {
  const navigate = useNavigate()
  const goTo = useGoTo()
  const { checks } = useSearch({ strict: false })
  const place = useLocation({ select: ({ state }) => state.place })
  const isWanted = checks === true || place !== undefined
  const open = useEffectEvent(() => {
    if (place === undefined) showChecks()
    else goTo(place)
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, checks: undefined }),
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
  })
  useEffect(() => {
    if (isWanted) open()
  }, [isWanted])
  return null
}
