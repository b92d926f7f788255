import { useMemo, useSyncExternalStore } from 'react'
import type { MouseEvent } from 'react'
import { browseUrl, withChange, parseBrowseParams } from '../../browse-params.ts'
import type { BrowseParams } from '../../browse-params.ts'

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

/** The params in the page's address; before hydration, when nobody knows it, none. */
export function useBrowseParams(): BrowseParams {
  const query = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  )
  return useMemo(() => parseBrowseParams(new URLSearchParams(query)), [query])
}

/** Changes the address as a reader chose: `push` for a step that Back undoes, `replace` for typing. */
export function updateParams(choice: Partial<BrowseParams>, how: 'push' | 'replace' = 'push'): void {
  navigateTo(browseUrl(withChange(currentParams(), choice)), how)
}

/** Makes `address` that of the page. */
export function navigateTo(address: string, how: 'push' | 'replace' = 'push'): void {
  if (address === location.pathname + location.search) return
  if (how === 'push') history.pushState(null, '', address)
  else history.replaceState(null, '', address)
  for (const listener of listeners) listener()
}

/** For links of this page: goes where they lead without leaving it. False when the reader wants a new tab. */
export function followLink(event: MouseEvent<HTMLAnchorElement>): boolean {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  event.preventDefault()
  const { pathname, search } = event.currentTarget
  navigateTo(pathname + search)
  return true
}
