import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AstroPrerenderer, PathWithRoute } from 'astro'

/**
 * Everything that relies on more than Astro's documented API. Tried with this major and minor version: after an
 * upgrade run `npm run test:publisher` ("equals a cold build"), then change it.
 */
const TRIED_WITH = '7.3'

/** Throws when Astro's version is not the one that this file was tried with. */
export function checkAstroVersion(version: string): void {
  if (!version.startsWith(`${TRIED_WITH}.`)) {
    throw new Error(
      `Astro ${version} is installed, but src/publisher/astro-adapter.ts was tried with ${TRIED_WITH} only: see there`,
    )
  }
}

type Wrap = (prerenderer: AstroPrerenderer) => AstroPrerenderer

// Astro loads astro.config.mjs in a module graph of its own, so openWarmBuild and the integration share globalThis.
const KEY = Symbol.for('mantel.prerenderer-wrap')
const shared = globalThis as { [KEY]?: Wrap | null }

/** What the integration does with Astro's prerenderer in this build; null unless `openWarmBuild` runs it. */
export function prerendererWrap(): Wrap | null {
  return shared[KEY] ?? null
}

/** One address of the site, with the file it is written to. */
export interface SitePath {
  pathname: string
  file: string
  /** Renders the address from the current snapshot. Throws when the page does. */
  render(): Promise<Uint8Array>
}

/** Every address of the site as of the current snapshot. */
export type WarmBuild = () => Promise<SitePath[]>

/**
 * Astro's own build, kept warm: after one bundling, any address is rendered in memory by the very code a cold
 * `astro build` runs, so both write the same bytes. Bundles the site into `stagingDir`, which afterwards holds the
 * assets and public files (and one page of each kind, to be ignored). Pages show the snapshot of
 * content/snapshot-context.ts. One per process: Astro's modules hold global state.
 */
export async function openWarmBuild(root: string, stagingDir: string): Promise<WarmBuild> {
  await rm(stagingDir, { recursive: true, force: true })
  const prerenderer = await bundleSite(root, stagingDir)
  return async () => {
    const byFile = new Map<string, SitePath>()
    for (const path of await freshStaticPaths(prerenderer)) {
      const { pathname, route } = path
      const file = outputFile(pathname, route.type)
      if (!byFile.has(file)) byFile.set(file, { pathname, file, render: () => renderPath(prerenderer, path) })
    }
    return [...byFile.values()]
  }
}

/** Runs `astro build` into `outDir`, with one page of each route, and returns the prerenderer it used, still usable. */
async function bundleSite(root: string, outDir: string): Promise<AstroPrerenderer> {
  const require = createRequire(import.meta.url)
  checkAstroVersion((require('astro/package.json') as { version: string }).version)
  // Here, because astro.config.mjs loads this file, too.
  const { build } = await import('astro')
  // React and Vite choose their production builds by it, now and when a page is rendered later.
  process.env.NODE_ENV = 'production'
  let captured: AstroPrerenderer | undefined
  shared[KEY] = (prerenderer) => {
    captured = prerenderer
    // Rendering one page of each route loads every page module before Astro deletes their bundle.
    return {
      ...prerenderer,
      getStaticPaths: async () => firstOfEachRoute(await prerenderer.getStaticPaths()),
    }
  }
  try {
    await build({
      root,
      outDir,
      logLevel: 'error',
      mode: 'production',
      experimental: { incrementalBuild: false },
    })
  } finally {
    shared[KEY] = null
  }
  if (!captured) throw new Error('Astro did not call setPrerenderer')
  return captured
}

function firstOfEachRoute(paths: PathWithRoute[]): PathWithRoute[] {
  const seen = new Set<string>()
  return paths.filter(({ route }) => !seen.has(route.component) && seen.add(route.component))
}

/** Every static path of the current snapshot; Astro would return those of its first call. */
export async function freshStaticPaths(prerenderer: AstroPrerenderer): Promise<PathWithRoute[]> {
  const { app } = prerenderer as { app?: { routeCache?: { clearAll(): void } } }
  if (!app?.routeCache) throw new Error('Astro’s prerenderer has no app.routeCache')
  app.routeCache.clearAll()
  return prerenderer.getStaticPaths()
}

/** Renders one path as a cold build does. Throws when the page answers with an error or a redirect. */
async function renderPath(
  prerenderer: AstroPrerenderer,
  { pathname, route }: PathWithRoute,
): Promise<Uint8Array> {
  // In a cold build the address of a page is that of its file.
  const url = new URL(`/${outputFile(pathname, route.type)}`, 'http://localhost')
  const result = await prerenderer.render(new Request(url), { routeData: route })
  const response = result instanceof Response ? result : result.response
  if (response.status >= 300 && !pathname.startsWith('/404')) {
    throw new Error(`${pathname} answered ${response.status}`)
  }
  return new Uint8Array(await response.arrayBuffer())
}

/** The file of an address with `build.format: 'file'`. */
export function outputFile(pathname: string, type: string): string {
  const bare = pathname.replace(/^\/+|\/+$/g, '')
  if (type === 'endpoint') return bare
  return bare === '' ? 'index.html' : `${bare}.html`
}
