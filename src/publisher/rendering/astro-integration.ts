import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { readEnv } from '../../backend/env/env.ts'
import { publicClient } from '../../backend/client.ts'
import { setRenderContext } from '../../content/render-context.ts'
import {
  addAllPages,
  buildContext,
  loadContent,
  openSiteDatabase,
} from '../../content/database/site-database.ts'
import { forEachLimit } from '../../node/for-each-limit.ts'
import { PictureStore } from '../pictures/store.ts'
import { isCopiedPicture, mayNamePictures, pictureFilesIn } from '../pictures/urls.ts'
import { listFiles } from '../../node/files.ts'
import type { Report } from '../../node/report.ts'
import { bundlingPrerenderer } from './astro-adapter.ts'
import { createIconRenderer } from './icons/renderer.ts'
import { createLetterPictureRenderer } from './letter-picture/renderer.ts'
import { createSocialCardRenderer } from './social-card/renderer.ts'

/**
 * Gives the pages their content. In a cold build (and in dev) the content is loaded here with the publishable key and
 * the pictures that pages name are written at the end; the publisher, which bundles with the same
 * configuration, has done both itself.
 */
export function content(): AstroIntegration {
  const site = new ColdSite()
  return {
    name: 'mantel:content',
    hooks: {
      'astro:build:start': async ({ setPrerenderer, logger }) => {
        const prerenderer = bundlingPrerenderer()
        if (prerenderer) setPrerenderer(prerenderer)
        else await site.load((line) => logger.warn(line), !readEnv().makesCopies)
      },
      'astro:build:done': ({ dir }) => site.writeCopies(fileURLToPath(dir)),
      'astro:server:setup': ({ server, logger }) => {
        server.middlewares.use(site.devServer((line) => logger.warn(line)))
      },
    },
  }
}

/** The content and its pictures, for Astro's own build and its dev server. */
class ColdSite {
  /** Null until the content is loaded. */
  #store: PictureStore | null = null

  /** `copiesLater`: the copies that pages name may be made after them, on request. */
  async load(report: Report, copiesLater: boolean): Promise<void> {
    const env = readEnv()
    const store = await PictureStore.open(join(env.dataDir, 'pictures'), report, {
      storage: { supabaseUrl: env.supabaseUrl, secretKey: null },
      copiesLater,
    })
    this.#store = store
    const site = openSiteDatabase(null, env.siteUrl)
    await loadContent(site, publicClient(env.supabaseUrl, env.publishableKey))
    const urls = [...new Set(site.content.pictureUrls())].filter((url) =>
      isCopiedPicture(url, env.supabaseUrl, site.content.media(url)),
    )
    await store.ensure(urls.map((url) => [url, site.content.xmp(url)]))
    addAllPages(site, store.index)
    const readCopy = (file: string) => store.readCopy(file)
    setRenderContext(
      buildContext(site, {
        renderSocialCard: createSocialCardRenderer(join(env.dataDir, 'social-cards'), readCopy),
        renderIcon: createIconRenderer(readCopy),
        renderLetterPicture: createLetterPictureRenderer(readCopy),
      }),
    )
  }

  /** Writes the copies of pictures that the pages in the folder name. */
  async writeCopies(folder: string): Promise<void> {
    const store = this.#store
    if (!store || !readEnv().makesCopies) return
    await mkdir(join(folder, '_images'), { recursive: true })
    const named = new Set<string>()
    for (const file of await listFiles(folder)) {
      if (!mayNamePictures(file)) continue
      for (const copy of pictureFilesIn(await readFile(join(folder, file), 'utf8'))) named.add(copy)
    }
    await forEachLimit(named, 2, async (file) => {
      await writeFile(join(folder, '_images', file), await store.readCopy(file))
    })
  }

  /**
   * Handles requests of the dev server: each of its pages shows what the database holds at that moment. All else, and
   * the admin, needs any content: it waits for the first.
   */
  devServer(report: Report) {
    let first: Promise<void> | null = null
    const isShown = (path: string, accept = '') => accept.includes('text/html') && !path.startsWith('/admin')
    return (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const [, copy] = /^\/_images\/([^/]+)$/.exec(pathname) ?? []
      if (this.#store && copy !== undefined) {
        const type = `image/${extname(copy).slice(1).replace('jpg', 'jpeg')}`
        this.#store.readCopy(copy).then(
          (bytes) => response.setHeader('content-type', type).end(bytes),
          () => next(),
        )
        return
      }
      if (pathname.startsWith('/admin/')) request.url = '/admin'
      let loaded = first
      if (loaded === null || isShown(pathname, request.headers.accept)) {
        loaded = this.load(report, true)
        first ??= loaded
        loaded.catch(() => (first = null))
      }
      loaded.then(() => next(), next)
    }
  }
}
