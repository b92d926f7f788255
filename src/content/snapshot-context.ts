import type { SocialCardRenderer } from './pages/social-card.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * The snapshot that pages are rendered from, and the renderer of social cards. They live on globalThis, outside the
 * bundle of the site, so that the publisher can replace the snapshot between two renderings.
 */
interface SnapshotContext {
  snapshot?: Snapshot
  renderSocialCard?: SocialCardRenderer
}

const KEY = Symbol.for('mantel.snapshot-context')
const shared = globalThis as { [KEY]?: SnapshotContext }
const context = (shared[KEY] ??= {})

/** Only for page types and the middleware: pages and components get `Astro.locals.page`. Throws before the first. */
export function currentSnapshot(): Snapshot {
  if (context.snapshot === undefined) throw new Error('setCurrentSnapshot() has not been called')
  return context.snapshot
}

export function setCurrentSnapshot(snapshot: Snapshot): void {
  context.snapshot = snapshot
}

/** Throws before `setSocialCardRenderer` has been called. */
export function currentSocialCardRenderer(): SocialCardRenderer {
  if (context.renderSocialCard === undefined) throw new Error('setSocialCardRenderer() has not been called')
  return context.renderSocialCard
}

export function setSocialCardRenderer(renderer: SocialCardRenderer): void {
  context.renderSocialCard = renderer
}
