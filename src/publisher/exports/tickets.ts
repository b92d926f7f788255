import { randomBytes } from 'node:crypto'

/** How long a ticket opens what it is for, in ms. */
const TICKET_MS = 5 * 60_000

/** Secrets of 256 bits that open something once, within five minutes. `now` in ms. */
export class Tickets<Opened> {
  readonly #now: () => number
  readonly #given = new Map<string, { opens: Opened; until: number }>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  give(opens: Opened): string {
    for (const [ticket, { until }] of this.#given) if (until < this.#now()) this.#given.delete(ticket)
    const ticket = randomBytes(32).toString('base64url')
    this.#given.set(ticket, { opens, until: this.#now() + TICKET_MS })
    return ticket
  }

  /** What a ticket opens, once; null: it is none, has been used, or is old. */
  redeem(ticket: string): Opened | null {
    const given = this.#given.get(ticket)
    this.#given.delete(ticket)
    return given === undefined || given.until < this.#now() ? null : given.opens
  }

  /** Ends all of them. */
  clear(): void {
    this.#given.clear()
  }
}
