import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright'

/** What a page fetches until somebody scrolls or touches it, in bytes. */
export interface PageWeight {
  /** Inline scripts of the page, without the data of `application/ld+json`. */
  inlineScript: number
  /** Those and the files of scripts, as they run: uncompressed. */
  script: number
  /** Files of styles and inline ones, each compressed by gzip. */
  styles: number
  fonts: number
  /** Pictures in the page, without icons. */
  pictures: number
}

/** The screen of a phone; its dense pixels make it fetch large pictures. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
}
const INLINE = /<(script|style)\b(?![^>]*\ssrc=)(?![^>]*type="application\/ld\+json")[^>]*>([\s\S]*?)<\/\1>/g

/** Opens a page on a phone with an empty cache, waits until it fetches nothing more, and weighs what came. */
export async function weighPage(browser: Browser, url: string): Promise<PageWeight> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const files: Promise<{ type: string; body: Buffer }>[] = []
  page.on('response', (response) => {
    const type = response.request().resourceType()
    if (response.ok()) files.push(response.body().then((body) => ({ type, body })))
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const loaded = await Promise.all(files)
  await context.close()

  const sizes = (type: string, size = ({ length }: Buffer) => length): number =>
    loaded.filter((file) => file.type === type).reduce((sum, { body }) => sum + size(body), 0)
  const html = loaded.find(({ type }) => type === 'document')?.body.toString() ?? ''
  const inline = (name: string): Buffer[] =>
    [...html.matchAll(INLINE)].filter(([, tag]) => tag === name).map(([, , text = '']) => Buffer.from(text))
  const inlineScript = inline('script').reduce((sum, { length }) => sum + length, 0)
  const gzipSize = (body: Buffer): number => gzipSync(body).length
  return {
    inlineScript,
    script: inlineScript + sizes('script'),
    styles: sizes('stylesheet', gzipSize) + inline('style').reduce((sum, body) => sum + gzipSize(body), 0),
    fonts: sizes('font'),
    pictures: sizes('image'),
  }
}
