/**
 * `npm run bench:pages`: Lighthouse scores (mobile) of the reader's pages of a running magazine, and what a phone
 * fetches of each until somebody scrolls or touches it (page-weight.ts). The address is BENCH_URL, or
 * http://localhost:$PORT. `-- --compare <folder> <folder> [path …]` compares two built sites instead: when their pages
 * are painted on a phone with a slow line.
 */
import { parseArgs } from 'node:util'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { readLocalEnv } from '../../src/backend/env/env.ts'
import { ensureBrowser } from '../ensure-browser.ts'
import { comparePaints } from './first-paint.ts'
import { launchBrowser } from './support.ts'
import { type PageWeight, weighPage } from './page-weight.ts'

const base = process.env.BENCH_URL ?? `http://localhost:${readLocalEnv().port}`
const { values, positionals } = parseArgs({
  options: { compare: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [before = '', after = ''] = positionals
const named = values.compare ? positionals.slice(2) : positionals
const PAGES = [
  '/',
  '/design-journal',
  '/living-spaces',
  '/article/the-green-room-kept',
  '/article/a-bath-with-nowhere-else-to-be',
  '/article/one-wall-four-winters',
  '/article/forty-one-centimetres',
  '/author/ines-abril',
  '/tag/light',
  '/browse',
  '/authors',
  '/contact',
  '/about',
  '/privacy',
  '/colophon',
]
const pages = named.length > 0 ? named : PAGES

if (values.compare) {
  const browser = await launchBrowser()
  console.table(await comparePaints(browser, [before, after], pages))
  await browser.close()
} else {
  console.table(await weighPages())
  console.table(await runLighthouse())
}

/** What each page fetches before anybody scrolls or touches it, in KB. */
async function weighPages() {
  const browser = await launchBrowser()
  const rows: Record<string, Record<keyof PageWeight, string>> = {}
  for (const path of pages) {
    const { inlineScript, script, styles, fonts, pictures } = await weighPage(browser, base + path)
    const kilobytes = (bytes: number): string => (bytes / 1024).toFixed(1)
    rows[path] = {
      inlineScript: kilobytes(inlineScript),
      script: kilobytes(script),
      styles: kilobytes(styles),
      fonts: kilobytes(fonts),
      pictures: kilobytes(pictures),
    }
  }
  await browser.close()
  return rows
}

async function runLighthouse() {
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
  for (const path of pages) {
    const { categories, audits } = await measure(path, chrome.port)
    const score = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100)
    const milliseconds = (name: string): number => Math.round(audits[name]?.numericValue ?? 0)
    rows[path] = {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best practices': score('best-practices'),
      SEO: score('seo'),
      'FCP, ms': milliseconds('first-contentful-paint'),
      'LCP, ms': milliseconds('largest-contentful-paint'),
      'TBT, ms': milliseconds('total-blocking-time'),
      CLS: (audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3),
    }
    for (const audit of Object.values(audits)) {
      const counted = Object.values(categories).some(({ auditRefs }) =>
        auditRefs.some(({ id, weight }) => id === audit.id && weight > 0),
      )
      if (counted && audit.score !== null && audit.score < 0.9) console.log(`${path}: ${audit.title}`)
    }
  }
  chrome.kill()
  return rows
}

/** A run of Lighthouse. On a busy machine it sometimes sees no page at all, which would look like perfect times. */
async function measure(path: string, port: number) {
  for (let tries = 0; tries < 3; tries += 1) {
    const result = await lighthouse(base + path, { port, output: 'json', logLevel: 'error' })
    if (result && !result.lhr.runtimeError) return result.lhr
  }
  throw new Error(`Lighthouse gave nothing for ${path}`)
}
