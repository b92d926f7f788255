import { atom } from 'nanostores'
import { settings } from '../sidebar/settings.tsx'

/** Whether the list of checks is to be opened, by itself once it is there. */
export const $areChecksWanted = atom(false)

/** Opens the list of checks, scrolls to it and focuses it. */
export function showChecks(): void {
  $areChecksWanted.set(true)
  void settings.show()
}
