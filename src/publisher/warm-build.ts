import { rm } from 'node:fs/promises'
import { build } from 'astro'
import type { AstroPrerenderer, PathWithRoute } from 'astro'
import { setCapture } from './prerenderer-capture.ts'

/** One address of the site, with the file it is written to. */
export interface SitePath {
  pathname: string
  file: string
  /** Renders the address from the current snapshot. Throws when the page does. */
  render(): Promise<Uint8Array>
}

/**
 * Astro's own build, kept warm: after one bundling, any address is rendered in memory by the very code a cold
 * `astro build` runs, so both write the same bytes.
 */
export interface WarmBuild {
  /** Every address of the site as of the current snapshot. */
  paths(): Promise<SitePath[]>
}

interface DefaultPrerenderer extends AstroPrerenderer {
  app: { routeCache?: { clearAll(): void } }
}

/**
 * Bundles the site into `stagingDir`, which afterwards holds the assets and public files (and one page of each kind,
 * to be ignored). Pages show the snapshot of content/snapshot-context.ts. One per process: Astro's modules hold global state.
 */
export async function openWarmBuild(root: string, stagingDir: string): Promise<WarmBuild> {
  await rm(stagingDir, { recursive: true, force: true })
  // React and Vite choose their production builds by it, now and when a page is rendered later.
  process.env.NODE_ENV = 'production'
  let captured: AstroPrerenderer | undefined
  setCapture((prerenderer) => {
    captured = prerenderer
    // One page of each kind is rendered, so that every page module is loaded before its bundle is cleaned away.
    return {
      ...prerenderer,
      getStaticPaths: async () => firstOfEachRoute(await prerenderer.getStaticPaths()),
    }
  })
  try {
    await build({
      root,
      outDir: stagingDir,
      logLevel: 'error',
      mode: 'production',
      experimental: { incrementalBuild: false },
    })
  } finally {
    setCapture(null)
  }
  if (!captured) throw new Error('Astro did not hand over its prerenderer')
  const prerenderer = captured as DefaultPrerenderer

  return {
    async paths() {
      prerenderer.app.routeCache?.clearAll()
      const seen = new Set<string>()
      const paths: SitePath[] = []
      for (const { pathname, route } of await prerenderer.getStaticPaths()) {
        const file = outputFile(pathname, route.type)
        if (seen.has(file)) continue
        seen.add(file)
        paths.push({
          pathname,
          file,
          async render() {
            const request = new Request(new URL(requestPath(pathname, route.type), 'http://localhost'))
            const result = await prerenderer.render(request, { routeData: route })
            const response = result instanceof Response ? result : result.response
            if (response.status >= 300 && !pathname.startsWith('/404')) {
              throw new Error(`${pathname} answered ${response.status}`)
            }
            return new Uint8Array(await response.arrayBuffer())
          },
        })
      }
      return paths
    },
  }
}

function firstOfEachRoute(paths: PathWithRoute[]): PathWithRoute[] {
  const seen = new Set<string>()
  return paths.filter(({ route }) => !seen.has(route.component) && seen.add(route.component))
}

/** The file of an address with `build.format: 'file'`. */
export function outputFile(pathname: string, type: string): string {
  const bare = pathname.replace(/^\/+|\/+$/g, '')
  if (type === 'endpoint') return bare
  return bare === '' ? 'index.html' : `${bare}.html`
}

// Astro gives pages their file's address during a cold build; the warm one must not differ.
function requestPath(pathname: string, type: string): string {
  return `/${outputFile(pathname, type)}`
}
