import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'

/** As it was saved since the page was rendered; null: it was not. */
const $saved = atom<string | null>(null)

/** The name of the magazine in the settings. */
export function siteName(): string {
  return (
    $saved.get() ?? document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''
  )
}

/** The same, for what stays on the screen while it is changed. */
export function useSiteName(): string {
  useStore($saved)
  return siteName()
}

/** Has the admin show the name that was saved. */
export function setSiteName(name: string): void {
  $saved.set(name)
}
