import { type MouseEvent, useMemo, useSyncExternalStore } from 'react'
import { type BrowseParams, browseUrl, withChange, parseBrowseParams } from '../../lists/browse-params.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

function currentParams(): BrowseParams {
  return parseBrowseParams(new URLSearchParams(location.search))
}

/** The params in the page's address; the defaults before hydration. */
export function useBrowseParams(): BrowseParams {
  const query = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  )
  return useMemo(() => parseBrowseParams(new URLSearchParams(query)), [query])
}

/** Changes params in the address: `push` adds a history entry, `replace` (while typing) does not. */
export function updateParams(choice: Partial<BrowseParams>, how: 'push' | 'replace' = 'push'): void {
  navigateTo(browseUrl(withChange(currentParams(), choice)), how)
}

/** Sets the page's address without loading it. */
export function navigateTo(address: string, how: 'push' | 'replace' = 'push'): void {
  if (address === location.pathname + location.search) return
  if (how === 'push') history.pushState(null, '', address)
  else history.replaceState(null, '', address)
  for (const listener of listeners) listener()
}

/** Follows a link within this page without loading it. False when the reader opens a new tab. */
export function followLink(event: MouseEvent<HTMLAnchorElement>): boolean {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  event.preventDefault()
  const { pathname, search } = event.currentTarget
  navigateTo(pathname + search)
  return true
}
