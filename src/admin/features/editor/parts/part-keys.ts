import { isObject } from '../../../../domain/body/json.ts'

/** Names for the parts of a list, which stay while a part is edited and moved. */
export class PartKeys {
  readonly #keys = new WeakMap<object, string>()
  #next = 0

  of(part: unknown, row: number): string {
    // Only a part of an unknown kind is no object.
    if (!isObject(part)) return `row-${row}`
    const key = this.#keys.get(part) ?? `part-${this.#next++}`
    this.#keys.set(part, key)
    return key
  }

  /** Gives an edited part the name that it had; returns it. */
  keep<Part extends object>(before: object, after: Part): Part {
    const key = this.#keys.get(before)
    if (key !== undefined) this.#keys.set(after, key)
    return after
  }
}
