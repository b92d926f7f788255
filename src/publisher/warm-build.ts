import { rm } from 'node:fs/promises'
import { bundleSite, freshStaticPaths, outputFile, renderPath } from './astro-adapter.ts'

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

/**
 * Bundles the site into `stagingDir`, which afterwards holds the assets and public files (and one page of each kind,
 * to be ignored). Pages show the snapshot of content/snapshot-context.ts. One per process: Astro's modules hold global state.
 */
export async function openWarmBuild(root: string, stagingDir: string): Promise<WarmBuild> {
  await rm(stagingDir, { recursive: true, force: true })
  const prerenderer = await bundleSite(root, stagingDir)

  return {
    async paths() {
      const byFile = new Map<string, SitePath>()
      for (const path of await freshStaticPaths(prerenderer)) {
        const { pathname, route } = path
        const file = outputFile(pathname, route.type)
        if (!byFile.has(file))
          byFile.set(file, { pathname, file, render: () => renderPath(prerenderer, path) })
      }
      return [...byFile.values()]
    },
  }
}
