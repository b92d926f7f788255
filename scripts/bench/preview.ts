import type { Page } from 'playwright'
import { STORY_PREVIEW_PATH } from '../../src/domain/newsroom/preview.ts'
import { expectData } from '../../supabase/seed/service.ts'
import { type Editor, longStory } from './long-story.ts'
import { median, percentile } from './support.ts'

const KEYS = 25
/** From the frame of one key to the next key: uneven, so that keys fall on all moments of a frame. */
const PAUSE_MS = 400
const UNEVEN_MS = 90

/** The moments of a page that was drawn, in ms of the tab, and how long each step of the answer took. */
interface Drawn {
  key: number
  asked: number
  sent: number
  answered: number
  received: number
  changed: number
  painted: number
  steps: Record<string, number>
  bytes: number
}

/**
 * From a key to the page in the preview beside the text, with each part of the way: medians of 25 keys, in ms. The
 * stories are drafts, deleted afterwards.
 */
export async function measurePreview({ browser, service, ...session }: Editor) {
  const { content, ...usual } = expectData(
    'Reading a story',
    await service
      .from('articles')
      .select('title, excerpt, content, featured_image, category_id, author_id')
      .eq('status', 'published')
      .not('featured_image', 'is', null)
      .order('published_at', { ascending: false })
      .limit(1)
      .single<Record<string, unknown>>(),
  )
  const drafts = { 'a usual story': content, 'a long story': { html: await longStory(service) } }
  const context = await browser.newContext({ ...session, viewport: { width: 1600, height: 900 } })
  const rows: Record<string, Record<string, number>> = {}
  for (const [name, body] of Object.entries(drafts)) {
    const slug = `bench-preview-${Date.now()}`
    const added = await service
      .from('articles')
      .insert({ ...usual, slug, content: body, status: 'draft' })
      .select('id')
      .single<{ id: string }>()
    const { id } = expectData('Adding a story', added)
    try {
      for (const field of ['Title', 'Content']) {
        const page = await context.newPage()
        rows[`${name}, ${field.toLowerCase()}`] = summaryOf(await measure(page, id, field))
        await page.close()
      }
    } finally {
      await service.from('articles').delete().eq('id', id)
    }
  }
  await context.close()
  return rows
}

/** Types keys into a field of a story with the preview beside it, each in a pause of its own. */
async function measure(page: Page, id: string, field: string): Promise<Drawn[]> {
  await page.goto(`/admin/articles/${id}/edit`)
  const box = page.getByRole('textbox', { name: field, exact: true })
  await box.waitFor()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const frame = page.getByRole('complementary', { name: 'Preview' }).locator('iframe')
  await frame.contentFrame().locator('h1').waitFor()
  await page.waitForLoadState('networkidle')
  await box.click()
  await page.evaluate(watchFrames, STORY_PREVIEW_PATH)
  const drawn: Drawn[] = []
  for (let n = -2; n < KEYS; n++) {
    await page.waitForTimeout(PAUSE_MS + (((n + 2) * 37) % UNEVEN_MS))
    await page.keyboard.press('x')
    const shown = await page.evaluate(() => Reflect.get(window, 'nextFrame') as Promise<Drawn>)
    // The first ones find nothing warm.
    if (n >= 0) drawn.push(shown)
  }
  return drawn
}

/** In the tab: has `window.nextFrame` resolve with the moments of the page that is drawn after the next key. */
function watchFrames(path: string): void {
  let key = 0
  let request: PerformanceResourceTiming | null = null
  const frame = document.querySelector('aside iframe') as HTMLIFrameElement
  const next = () => {
    let resolve: (drawn: unknown) => void = () => undefined
    Object.assign(window, { nextFrame: new Promise((done) => (resolve = done)) })
    return (drawn: unknown) => resolve(drawn)
  }
  let shown = next()
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      key = timeStamp
      shown = next()
    },
    { capture: true },
  )
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByType('resource'))
      if (entry.name.endsWith(path)) request = entry as PerformanceResourceTiming
  }).observe({ type: 'resource' })
  const { port1, port2 } = new MessageChannel()
  let changed = 0
  port1.onmessage = () => {
    // A page whose styles are not there yet is not painted as it is.
    const page = frame.contentDocument as Document
    const styles = [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    if (styles.some(({ sheet }) => sheet === null)) {
      afterPaint()
      return
    }
    const painted = performance.now()
    const report = () => {
      if (request === null || request.startTime < key) return void setTimeout(report, 5)
      shown({
        ...{ key, changed, painted, asked: request.startTime, sent: request.requestStart },
        ...{ answered: request.responseStart, received: request.responseEnd },
        steps: Object.fromEntries(request.serverTiming.map(({ name, duration }) => [name, duration])),
        bytes: request.decodedBodySize,
      })
    }
    report()
  }
  // A message posted in an animation frame arrives when that frame is painted.
  const afterPaint = () => {
    frame.contentWindow?.requestAnimationFrame(() => port2.postMessage(null))
  }
  new MutationObserver(() => {
    if (changed > key) return
    changed = performance.now()
    afterPaint()
  }).observe(frame.contentDocument as Document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  })
}

function summaryOf(drawn: readonly Drawn[]): Record<string, number> {
  const of = (value: (one: Drawn) => number) => median(drawn.map(value))
  const steps = [...new Set(drawn.flatMap((one) => Object.keys(one.steps)))]
  return {
    'key to paint': of(({ painted, key }) => painted - key),
    'asked to paint': of(({ painted, asked }) => painted - asked),
    'asked to paint, p95': Math.round(
      percentile(
        drawn.map(({ painted, asked }) => painted - asked),
        0.95,
      ),
    ),
    pause: of(({ asked, key }) => asked - key),
    request: of(({ answered, asked }) => answered - asked),
    ...Object.fromEntries(steps.map((step) => [`· ${step}`, of((one) => one.steps[step] ?? 0)])),
    transfer: of(({ received, answered }) => received - answered),
    'into the frame': of(({ changed, received }) => changed - received),
    paint: of(({ painted, changed }) => painted - changed),
    KB: of(({ bytes }) => bytes / 1024),
  }
}
