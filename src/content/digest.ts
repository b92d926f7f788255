import { hash } from 'node:crypto'
import { sameItems } from '../domain/field.ts'

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

/**
 * Reads something of the content. `name` identifies what is read: within one snapshot, the same name always gives the
 * same value. What `select` returns is recorded whole, so it must contain all that the page takes from it.
 */
export type Read<Source> = <T>(name: string, select: (source: Source) => Digested<T>) => T

/** The digest of each thing that was read, by its name. */
export type Reads = ReadonlyMap<string, string>

/**
 * Runs `view` and records what it reads of `source`. Throws when something is read after `view` has returned, or when
 * one name stands for two values: either would be missing from the record.
 */
export function track<Source, T>(
  source: Source,
  view: (read: Read<Source>) => T,
): { value: T; reads: Reads } {
  const reads = new Map<string, string>()
  let open = true
  const read: Read<Source> = (name, select) => {
    if (!open) throw new Error(`"${name}" is read after the view was made, so its digest does not cover it`)
    const { value, digest } = select(source)
    const known = reads.get(name)
    if (known !== undefined && known !== digest)
      throw new Error(`"${name}" is the name of two different reads`)
    reads.set(name, digest)
    return value
  }
  const value = view(read)
  open = false
  return { value, reads }
}
