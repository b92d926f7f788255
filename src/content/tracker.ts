import type { Digested } from './digest.ts'

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
