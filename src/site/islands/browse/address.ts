import { useMemo, useSyncExternalStore } from 'react'
import type { MouseEvent } from 'react'
import { addressOf, changed, questionOf } from '../../browse-question.ts'
import type { BrowseQuestion } from '../../browse-question.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

function currentQuestion(): BrowseQuestion {
  return questionOf(new URLSearchParams(location.search))
}

/** The question in the page's address; before hydration, when nobody knows it, none. */
export function useQuestion(): BrowseQuestion {
  const query = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  )
  return useMemo(() => questionOf(new URLSearchParams(query)), [query])
}

/** Changes the address as a reader chose: `push` for a step that Back undoes, `replace` for typing. */
export function ask(choice: Partial<BrowseQuestion>, how: 'push' | 'replace' = 'push'): void {
  go(addressOf(changed(currentQuestion(), choice)), how)
}

/** Makes `address` that of the page. */
export function go(address: string, how: 'push' | 'replace' = 'push'): void {
  if (address === location.pathname + location.search) return
  if (how === 'push') history.pushState(null, '', address)
  else history.replaceState(null, '', address)
  for (const listener of listeners) listener()
}

/** For links of this page: goes where they lead without leaving it. False when the reader wants a new tab. */
export function follow(event: MouseEvent<HTMLAnchorElement>): boolean {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  event.preventDefault()
  const { pathname, search } = event.currentTarget
  go(pathname + search)
  return true
}
