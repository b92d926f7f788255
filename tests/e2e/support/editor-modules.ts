import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { createViteServer } from 'vitest/node'

const root = resolve(import.meta.dirname, '../../..')

/**
 * Opens an empty page that may import modules of this repository, such as those of the editor: only a browser has
 * documents to parse into. `use` gets the address of the repository.
 */
export async function withModules<Result>(
  page: Page,
  use: (address: string) => Promise<Result>,
): Promise<Result> {
  const server = await createViteServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    // The modules that a browser cannot import as they are.
    optimizeDeps: { noDiscovery: true, include: ['extend'] },
    server: { port: 0, host: '127.0.0.1', hmr: false },
  })
  try {
    await server.listen()
    const address = server.resolvedUrls?.local[0] ?? ''
    await page.route(`${address}blank`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto(`${address}blank`)
    await page.evaluate(() =>
      Object.assign(globalThis, {
        __SITE_URL__: 'http://localhost:4321',
        __SUPABASE_URL__: 'http://127.0.0.1:54321',
      }),
    )
    return await use(address)
  } finally {
    await server.close()
  }
}
