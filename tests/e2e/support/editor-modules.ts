import { resolve } from 'node:path'
import { test as base } from '@playwright/test'
import { createViteServer } from 'vitest/node'

const root = resolve(import.meta.dirname, '../../..')

/**
 * Playwright's `test` for modules of this repository, such as the editor's, without a magazine: only a browser has
 * documents to parse into. `page` is empty and may import them from `repository`, their address.
 */
export const test = base.extend<object, { repository: string }>({
  repository: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are used.
    async ({}, use) => {
      const server = await createViteServer({
        root,
        configFile: false,
        logLevel: 'error',
        appType: 'custom',
        optimizeDeps: { noDiscovery: true },
        server: { port: 0, host: '127.0.0.1', hmr: false },
      })
      await server.listen()
      await use(server.resolvedUrls?.local[0] ?? '')
      await server.close()
    },
    { scope: 'worker' },
  ],
  page: async ({ page, repository }, use) => {
    await page.route(`${repository}blank`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto(`${repository}blank`)
    await page.evaluate(() =>
      Object.assign(globalThis, {
        __SITE_URL__: 'http://localhost:4321',
        __API_URL__: 'http://127.0.0.1:54321',
        __SUPABASE_URL__: 'http://127.0.0.1:54321',
      }),
    )
    await use(page)
  },
})
