import type { Snapshot } from './snapshot.ts'

const KEY = Symbol.for('mantel.snapshot')
const holder = globalThis as { [KEY]?: Snapshot }

/**
 * The snapshot that pages are rendered from. It lives outside the bundle of the site, so that the publisher can
 * replace it between two renderings. Throws before the first one is set.
 */
export function currentSnapshot(): Snapshot {
  const snapshot = holder[KEY]
  if (snapshot === undefined) throw new Error('No content has been loaded yet')
  return snapshot
}

export function setCurrentSnapshot(snapshot: Snapshot): void {
  holder[KEY] = snapshot
}
