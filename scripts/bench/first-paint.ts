import type { Browser } from 'playwright'
import { startStaticServer } from '../../src/publisher/server/static-server.ts'
import { SlowLine } from './slow-line.ts'
import { median } from './support.ts'

/** A phone, and the line of Lighthouse's slow one. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }
const LINE = { roundTripMs: 150, bytesPerSecond: 1_600_000 / 8 }
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
  const lines = await Promise.all(servers.map(({ port }) => SlowLine.open(port, LINE)))
  const rows: Record<string, Record<string, number>> = {}
  for (const path of paths) {
    const [before, after] = await measureInTurn(browser, lines, path)
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
  for (const line of lines) line.close()
  await Promise.all(servers.map((server) => server.close()))
  return rows
}

async function measureInTurn(browser: Browser, lines: readonly SlowLine[], path: string) {
  const paints: Paint[][] = lines.map(() => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { port }] of lines.entries())
      paints[index]?.push(await measure(browser, `http://127.0.0.1:${port}${path}`))
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
