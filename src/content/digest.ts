import { hash } from 'node:crypto'

/** A content hash: 22 characters, 128 bits of SHA-256, the same in every process. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22)
}

/** A value with the digest of all that it shows. */
export interface Digested<T> {
  readonly value: T
  readonly digest: string
}

/** `value` must be JSON. */
export function withDigest<T>(value: T): Digested<T> {
  return { value, digest: digest(JSON.stringify(value)) }
}

/** One value of several; its digest lists theirs, in their order. */
export function digestedList<T>(items: readonly Digested<T>[]): Digested<T[]> {
  return { value: items.map(({ value }) => value), digest: items.map((item) => item.digest).join(' ') }
}

export function digestedOrNull<T>(item: Digested<T> | null | undefined): Digested<T | null> {
  return item ?? { value: null, digest: '' }
}

/**
 * Remembers the last value computed for each key, for as long as its inputs are the same objects. Several snapshots may
 * share it: other inputs give another value.
 */
export class Memo<T> {
  readonly #entries = new Map<string, { inputs: readonly unknown[]; value: T }>()

  get(key: string, inputs: readonly unknown[], compute: () => T): T {
    const entry = this.#entries.get(key)
    if (entry !== undefined && sameItems(entry.inputs, inputs)) return entry.value
    const value = compute()
    this.#entries.set(key, { inputs, value })
    return value
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false
  return true
}
