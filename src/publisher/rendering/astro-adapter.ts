import { readFile, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AstroPrerenderer, PathWithRoute } from 'astro'
import type { StaticPathsApp } from 'astro/runtime/prerender/static-paths.js'
import { writeFileAtomic } from '../../node/write-file-atomic.ts'

/**
 * Everything that relies on more than Astro's documented API. Tried with this major and minor version: after an
 * upgrade run `npm run test:publisher` ("equals a cold build"), then change it.
 */
const TRIED_WITH = '7.3'

/** Throws unless Astro has the version that this file was tested with. */
export function checkAstroVersion(version: string): void {
  if (!version.startsWith(`${TRIED_WITH}.`)) {
    throw new Error(
      `Astro ${version} is installed, but src/publisher/rendering/astro-adapter.ts was tried with ${TRIED_WITH} only: see there`,
    )
  }
}

/** An address of the site. `route` is the name of its file in src/pages. */
interface Address {
  pathname: string
  route: string
}

/** The bundle of the site in memory. */
export interface WarmBundle {
  /** The file that an address is written to. */
  fileOf(address: Address): string
  /** Call it when the addresses that `getStaticPaths` returns have changed. */
  forgetPaths(): void
  /** Renders an address as a cold build does. Throws when the page throws, or answers with an error or a redirect. */
  render(address: Address): Promise<Uint8Array>
}

/** Imports the bundle in `folder`. Only one in a process, with NODE_ENV `production`: Astro's modules hold global state. */
export async function loadBundle(folder: string): Promise<WarmBundle> {
  const bundle = await readBundle(folder)
  if (bundle === null) throw new Error(`There is no bundle of the site in ${folder}`)
  const entry = pathToFileURL(join(folder, 'server', bundle.entry)).href
  const { app } = (await import(/* @vite-ignore */ entry)) as { app: BuildApp }
  app.setInternals({
    pagesByKeys: new Map(bundle.pages),
    entrySpecifierToBundleMap: new Map(bundle.entryFiles),
  })
  app.setOptions({
    settings: { scripts: bundle.scripts },
    logger: { options: { destination: { write: ({ message }) => console.error(message) } } },
  })
  return warmBundle(app)
}

export function warmBundle(app: BuildApp): WarmBundle {
  const { routeCache } = app
  if (!routeCache) throw new Error('Astro’s prerenderer has no app.routeCache')
  const routes = new Map(app.manifest.routes.map(({ routeData }) => [routeData.route, routeData]))
  const routeOf = ({ route }: Address) => {
    const data = routes.get(route)
    if (data === undefined) throw new Error(`There is no file in src/pages for ${route}`)
    return data
  }
  const fileOf = (address: Address) => outputFile(address.pathname, routeOf(address).type)
  return {
    fileOf,
    forgetPaths: () => routeCache.clearAll(),
    async render(address) {
      // In a cold build a page has the address of its file.
      const request = new Request(new URL(`/${fileOf(address)}`, 'http://localhost'))
      const response = await app.render(request, { routeData: routeOf(address) })
      if (response.status >= 300 && !address.pathname.startsWith('/404')) {
        throw new Error(`${address.pathname} answered ${response.status}`)
      }
      return new Uint8Array(await response.arrayBuffer())
    },
  }
}

/** What Astro's prerenderer keeps in memory after bundling; stored beside the bundle, as `bundle.json`. */
interface Bundle {
  codeDigest: string
  /** The file in `server/` that exports the app. */
  entry: string
  /** The styles of each page. */
  pages: [key: string, { styles: unknown }][]
  entryFiles: [specifier: string, file: string][]
  /** The scripts that integrations inject into pages. */
  scripts: unknown[]
}

/** The app of a prerender bundle: the members used here. */
export interface BuildApp extends StaticPathsApp {
  setInternals(internals: {
    pagesByKeys: Map<string, { styles: unknown }>
    entrySpecifierToBundleMap: Map<string, string>
  }): void
  setOptions(options: {
    settings: { scripts: unknown[] }
    logger: { options: { destination: { write(event: { message: string }): void } } }
  }): void
  render(request: Request, options: { routeData: PathWithRoute['route'] }): Promise<Response>
}

/** What is known of the bundle in `folder`; null when there is none. */
export async function readBundle(folder: string): Promise<Bundle | null> {
  try {
    return JSON.parse(await readFile(join(folder, 'bundle.json'), 'utf8')) as Bundle
  } catch {
    return null
  }
}

/** Runs `astro build` without rendering a page, and keeps what it bundled in `folder`. */
export async function bundleSite(root: string, folder: string, codeDigest: string): Promise<void> {
  // Here, because astro.config.mjs loads this file, too.
  const { build } = await import('astro')
  shared[KEY] = (prerenderer) => keepBundle(prerenderer, folder, codeDigest)
  await build({
    root,
    outDir: join(folder, 'client'),
    logLevel: 'error',
    mode: 'production',
    experimental: { incrementalBuild: false },
  })
}

// Astro loads astro.config.mjs in a module graph of its own, so bundleSite and the integration share globalThis.
const KEY = Symbol.for('mantel.keep-bundle')
const shared = globalThis as { [KEY]?: (prerenderer: AstroPrerenderer) => AstroPrerenderer }

/** What the integration replaces Astro's prerenderer with; undefined unless `bundleSite` runs. */
export function bundlingPrerenderer() {
  return shared[KEY]
}

/** Moves the bundle that Astro would delete after rendering into `folder`, and stores what the prerenderer needs with it. */
function keepBundle(prerenderer: AstroPrerenderer, folder: string, codeDigest: string): AstroPrerenderer {
  const built = join(folder, 'client/.prerender')
  return {
    ...prerenderer,
    async setup() {
      const entry = (await readdir(built)).find((file) => file.startsWith('prerender-entry.'))
      if (entry === undefined) throw new Error(`Astro left no prerender-entry in ${built}`)
      const { app } = (await import(pathToFileURL(join(built, entry)).href)) as { app: BuildApp }
      const bundle: Bundle = { codeDigest, entry, pages: [], entryFiles: [], scripts: [] }
      app.setInternals = ({ pagesByKeys, entrySpecifierToBundleMap }) => {
        bundle.pages = [...pagesByKeys].map(([key, { styles }]) => [key, { styles }])
        bundle.entryFiles = [...entrySpecifierToBundleMap]
      }
      app.setOptions = ({ settings }) => (bundle.scripts = settings.scripts)
      await prerenderer.setup?.()
      await rename(built, join(folder, 'server'))
      // Last: a bundle without it was cut short.
      await writeFileAtomic(join(folder, 'bundle.json'), JSON.stringify(bundle))
    },
    getStaticPaths: () => Promise.resolve([]),
  }
}

/** The file of an address with `build.format: 'file'`. */
export function outputFile(pathname: string, type: string): string {
  const bare = pathname.replace(/^\/+|\/+$/g, '')
  if (type === 'endpoint') return bare
  return bare === '' ? 'index.html' : `${bare}.html`
}
