/** 32 random hex digits; unlike `crypto.randomUUID` also where the page is served without TLS. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

const PREFIX = 'mantel.sitting.'

/** Sittings of this page that are over but still saving. */
const ending = new Set<Promise<void>>()

/**
 * Holds a lock as long as a sitting is open in this tab, so that other tabs know its copy is in use. Gives the function
 * that lets it go once the sitting's last save is through.
 */
export function beginSitting(sittingId: string): (ended: Promise<void>) => void {
  let letGo: () => void = () => undefined
  const open = new Promise<void>((resolve) => (letGo = resolve))
  // Browsers without locks, or pages without TLS, offer every copy: too many rather than too few.
  void navigator.locks?.request(PREFIX + sittingId, () => open)
  return (ended) => {
    ending.add(ended)
    void ended.finally(() => {
      ending.delete(ended)
      letGo()
    })
  }
}

/** The sittings that are open in any tab. */
export async function openSittings(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])))
}

/** Resolves when no sitting of this page is still saving: what is loaded then is the newest. */
export async function sittingsEnded(): Promise<void> {
  await Promise.allSettled([...ending])
}
