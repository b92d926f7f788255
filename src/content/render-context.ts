import type { IconRenderer } from './pages/icons.ts'
import type { AnyParams, PageContent } from './pages/page-type.ts'
import type { LetterPictureRenderer } from './pages/letters.ts'
import type { SocialCardRenderer } from './pages/social-card.ts'

/**
 * What pages are rendered from. It lives on globalThis, outside the bundle of the site, so that one bundle renders the
 * present content at any time.
 */
export interface RenderContext {
  /** The addresses of a route, for `getStaticPaths`. `cacheKey` changes when what a page shows changes. */
  staticPaths(route: string): { params: AnyParams; cacheKey?: string }[]
  /** What the page at an address shows, given as Astro does by its route and parameters. Throws when there is none. */
  page(route: string, params: Readonly<Record<string, string | undefined>>): PageContent
  renderSocialCard: SocialCardRenderer
  renderIcon: IconRenderer
  renderLetterPicture: LetterPictureRenderer
}

const KEY = Symbol.for('mantel.render-context')
const shared = globalThis as { [KEY]?: RenderContext }

/** Only for the middleware: pages and components get `Astro.locals.page`. Throws before `setRenderContext`. */
export function renderContext(): RenderContext {
  const context = shared[KEY]
  if (context === undefined) throw new Error('setRenderContext() has not been called')
  return context
}

export function setRenderContext(context: RenderContext): void {
  shared[KEY] = context
}

/** `getStaticPaths` of every page. */
export function staticPaths({ routePattern }: { routePattern: string }) {
  return renderContext().staticPaths(routePattern)
}
