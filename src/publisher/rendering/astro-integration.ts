import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { readEnv } from '../../backend/env.ts'
import { publicClient } from '../../backend/client.ts'
import { setRenderContext } from '../../content/render-context.ts'
import { addAllPages, buildContext, loadContent, openSiteDatabase } from '../../content/site-database.ts'
import { forEachLimit } from '../../node/for-each-limit.ts'
import { PictureStore } from '../pictures/store.ts'
import { isStoredPicture, mayNamePictures, pictureFilesIn } from '../pictures/urls.ts'
import { listFiles } from '../../node/files.ts'
import { bundlingPrerenderer } from './astro-adapter.ts'
import { createSocialCardRenderer } from './social-card/renderer.ts'

/**
 * Gives the pages their content. In a cold build (and in dev) the content is loaded here with the publishable key and
 * the pictures that pages name are written at the end; the publisher, which bundles with the same
 * configuration, has done both itself.
 */
export function content(): AstroIntegration {
  let store: PictureStore | null = null

  /** `copiesLater`: the copies that pages name may be made after them, on request. */
  async function loadSite(report: (line: string) => void, copiesLater: boolean): Promise<void> {
    const env = readEnv()
    store = await PictureStore.open(join(env.dataDir, 'pictures'), report, { copiesLater })
    const site = openSiteDatabase(null, env.siteUrl)
    await loadContent(site, publicClient(env.supabaseUrl, env.publishableKey))
    await store.ensure([...site.content.pictureUrls()].filter((url) => isStoredPicture(url, env.supabaseUrl)))
    addAllPages(site, store.index)
    setRenderContext(buildContext(site, createSocialCardRenderer(join(env.dataDir, 'social-cards'))))
  }

  return {
    name: 'mantel:content',
    hooks: {
      'astro:build:start': async ({ setPrerenderer, logger }) => {
        const prerenderer = bundlingPrerenderer()
        if (prerenderer) setPrerenderer(prerenderer)
        else await loadSite((line) => logger.warn(line), false)
      },
      'astro:build:done': async ({ dir }) => {
        if (!store) return
        const pictures = store
        const out = fileURLToPath(dir)
        await mkdir(join(out, '_images'), { recursive: true })
        const named = new Set<string>()
        for (const file of await listFiles(out)) {
          if (mayNamePictures(file)) {
            for (const picture of pictureFilesIn(await readFile(join(out, file), 'utf8'))) named.add(picture)
          }
        }
        await forEachLimit(named, 2, async (file) => {
          await writeFile(join(out, '_images', file), await pictures.readCopy(file))
        })
      },
      'astro:server:setup': ({ server, logger }) => {
        // Each page of the dev server shows what the database holds at that moment. All else, and the admin, needs any
        // content: it waits for the first.
        let first: Promise<void> | null = null
        const isShown = (path: string, accept = '') =>
          accept.includes('text/html') && !path.startsWith('/admin')
        server.middlewares.use((request, response, next) => {
          const { pathname } = new URL(request.url ?? '/', 'http://localhost')
          const [, picture] = /^\/_images\/([^/]+)$/.exec(pathname) ?? []
          if (store && picture !== undefined) {
            const type = `image/${extname(picture).slice(1).replace('jpg', 'jpeg')}`
            store.readCopy(picture).then(
              (bytes) => response.setHeader('content-type', type).end(bytes),
              () => next(),
            )
            return
          }
          if (pathname.startsWith('/admin/')) request.url = '/admin'
          let loaded = first
          if (loaded === null || isShown(pathname, request.headers.accept)) {
            loaded = loadSite((line) => logger.warn(line), true)
            first ??= loaded
            loaded.catch(() => (first = null))
          }
          loaded.then(() => next(), next)
        })
      },
    },
  }
}
