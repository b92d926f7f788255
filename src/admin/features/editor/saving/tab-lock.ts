/** 32 random hex digits; unlike `crypto.randomUUID` also where the page is served without TLS. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

// Earlier versions of the editor, open in another tab, use the same name.
const PREFIX = 'mantel.sitting.'

/** Sessions of this page that have ended but are still saving. */
const ending = new Set<Promise<void>>()

/**
 * Holds a lock while a session is open in this tab, so that other tabs know its local draft is in use. Returns the
 * function that releases it after the session's last save.
 */
export function holdTabLock(sessionId: string): (ended: Promise<void>) => void {
  let release: () => void = () => undefined
  const open = new Promise<void>((resolve) => (release = resolve))
  // Browsers without locks, or pages without TLS, find every draft: too many rather than too few.
  void navigator.locks?.request(PREFIX + sessionId, () => open)
  return (ended) => {
    ending.add(ended)
    void ended.finally(() => {
      ending.delete(ended)
      release()
    })
  }
}

/** The sessions that are open in any tab. */
export async function openSessions(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])))
}

/** Resolves when no session of this page is still saving: what is loaded then is the newest. */
export async function sessionsEnded(): Promise<void> {
  await Promise.allSettled([...ending])
}
