import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** Counts, from now on, the script that a page loads; `bytes` is its size including inline scripts (gzip). */
export function countScript(page: Page) {
  const files: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') files.push(response.body())
  })
  return {
    files: () => files.length,
    async bytes(): Promise<number> {
      const inline = await page
        .locator('script:not([src]):not([type="application/ld+json"])')
        .allTextContents()
      return [...(await Promise.all(files)), inline.join('\n')].reduce(
        (sum, text) => sum + gzipSync(text).length,
        0,
      )
    },
  }
}
