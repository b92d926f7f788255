import type { Browser } from 'playwright'
import { startStaticServer } from '../../src/publisher/server/static-server.ts'
import { PHONE } from './page-weight.ts'
import { median } from './support.ts'

/** The slow line of Lighthouse: milliseconds until an answer begins, and bytes a second. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const ROUNDS = 9

/** When a page is first painted and when its largest part is, in ms, and how far it moved meanwhile. */
interface Paint {
  first: number
  largest: number
  shift: number
}

/** Paints of the pages of two built sites, on a phone with a slow line and an empty cache; medians of nine in turn. */
export async function comparePaints(
  browser: Browser,
  folders: readonly [before: string, after: string],
  paths: readonly string[],
): Promise<Record<string, Record<string, number>>> {
  const servers = await Promise.all(
    folders.map((folder) => startStaticServer(folder, 0, null, { siteUrl: 'http://localhost' })),
  )
  const rows: Record<string, Record<string, number>> = {}
  for (const path of paths) {
    const [before, after] = await measureInTurn(
      browser,
      servers.map(({ port }) => `http://127.0.0.1:${port}${path}`),
    )
    rows[path] = {
      'first paint before, ms': before.first,
      'after, ms': after.first,
      'after / before': Math.round((after.first / before.first) * 100) / 100,
      'largest paint before, ms': before.largest,
      'largest after, ms': after.largest,
      'shift before': before.shift,
      'shift after': after.shift,
    }
  }
  await Promise.all(servers.map((server) => server.close()))
  return rows
}

async function measureInTurn(browser: Browser, urls: readonly string[]) {
  const paints: Paint[][] = urls.map(() => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, url] of urls.entries()) paints[index]?.push(await measure(browser, url))
  }
  const medianOf = (all: readonly Paint[] = []): Paint => ({
    first: median(all.map(({ first }) => first)),
    largest: median(all.map(({ largest }) => largest)),
    shift: Math.max(...all.map(({ shift }) => shift)),
  })
  return [medianOf(paints[0]), medianOf(paints[1])] as const
}

async function measure(browser: Browser, url: string): Promise<Paint> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await page.goto(url, { waitUntil: 'networkidle' })
  const paint = await page.evaluate(() => {
    const entriesOf = (type: string): Promise<PerformanceEntryList> =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => {
          observer.disconnect()
          resolve(list.getEntries())
        })
        observer.observe({ type, buffered: true })
        // A page that does not move has no entries, so nothing is observed.
        if (type === 'layout-shift') requestAnimationFrame(() => resolve(observer.takeRecords()))
      })
    return Promise.all(['paint', 'largest-contentful-paint', 'layout-shift'].map(entriesOf)).then(
      ([paints = [], largest = [], shifts = []]) => ({
        first: paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0,
        largest: largest.at(-1)?.startTime ?? 0,
        shift: shifts.reduce((sum, shift) => sum + (shift as PerformanceEntry & { value: number }).value, 0),
      }),
    )
  })
  await context.close()
  return paint
}
