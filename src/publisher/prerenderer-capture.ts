import type { AstroPrerenderer } from 'astro'

type Wrap = (prerenderer: AstroPrerenderer) => AstroPrerenderer

// astro.config is loaded by Astro in a module graph of its own, so the two meet on globalThis.
const KEY = Symbol.for('mantel.prerenderer-capture')
const shared = globalThis as { [KEY]?: Wrap | null }

/** Says what is to be done with Astro's prerenderer in the next build; null: nothing. */
export function setCapture(wrap: Wrap | null): void {
  shared[KEY] = wrap
}

/** The wrap the publisher asked for, if this build is its own. */
export function currentCapture(): Wrap | null {
  return shared[KEY] ?? null
}
