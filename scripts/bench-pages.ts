/**
 * `npm run bench:pages`: Lighthouse scores (mobile) and size of the reader's pages of a running magazine.
 * The address is BENCH_URL, or http://localhost:$PORT.
 */
import { gzipSync } from 'node:zlib'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { readLocalEnv } from '../src/backend/env.ts'
import { ensureBrowser } from './ensure-browser.ts'

const base = process.env.BENCH_URL ?? `http://localhost:${readLocalEnv().port}`
const pages = process.argv.slice(2)
const PAGES = [
  '/',
  '/design-journal',
  '/living-spaces',
  '/article/the-green-room-kept',
  '/article/a-bath-with-nowhere-else-to-be',
  '/article/one-wall-four-winters',
  '/article/forty-one-centimetres',
  '/author/ines-abril',
  '/browse',
  '/authors',
  '/contact',
  '/about',
  '/privacy',
  '/colophon',
]

const chrome = await launch({
  chromePath: ensureBrowser(),
  chromeFlags: [
    '--headless=new',
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
  ],
})
const rows: Record<string, Record<string, number | string>> = {}
for (const path of pages.length > 0 ? pages : PAGES) {
  const result = await lighthouse(base + path, { port: chrome.port, output: 'json', logLevel: 'error' })
  if (!result) throw new Error(`Lighthouse gave nothing for ${path}`)
  const { categories, audits } = result.lhr
  const score = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100)
  const html = await (await fetch(base + path)).text()
  rows[path] = {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best practices': score('best-practices'),
    SEO: score('seo'),
    'LCP, ms': Math.round(audits['largest-contentful-paint']?.numericValue ?? 0),
    CLS: (audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3),
    'HTML, KB gzip': (gzipSync(html).length / 1024).toFixed(1),
    'script, KB': (await weigh(html, /<script\b[^>]*\bsrc="([^"]+)"/g)).toFixed(1),
    'CSS, KB': (await weigh(html, /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"/g)).toFixed(1),
  }
  for (const audit of Object.values(audits)) {
    const counted = Object.values(categories).some(({ auditRefs }) =>
      auditRefs.some(({ id, weight }) => id === audit.id && weight > 0),
    )
    if (counted && audit.score !== null && audit.score < 0.9) console.log(`${path}: ${audit.title}`)
  }
}
chrome.kill()
console.table(rows)

/** Size in KB gzip of the files linked by the page's HTML. */
async function weigh(html: string, pattern: RegExp): Promise<number> {
  let bytes = 0
  for (const [, href = ''] of html.matchAll(pattern)) {
    bytes += gzipSync(Buffer.from(await (await fetch(new URL(href, base))).arrayBuffer())).length
  }
  return bytes / 1024
}
