import type { Page } from 'playwright'
import { expectData } from '../../supabase/seed/service.ts'
import { type Editor, PARAGRAPHS, longStory } from './long-story.ts'
import { percentile } from './support.ts'

const KEYS = 300
const SLOWDOWNS = [1, 4]
const TYPED = 'the shelf was level every time '

interface Percentiles {
  'p50, ms': number
  'p95, ms': number
  'max, ms': number
}

/**
 * Key to paint: milliseconds from a keydown to the end of the first frame after its input, of 300 keys typed in the
 * middle of a long story, and in an empty `<textarea>` for comparison. The story is a draft, deleted afterwards.
 */
export async function measureTyping({
  browser,
  service,
  ...session
}: Editor): Promise<Record<string, Percentiles>> {
  const html = await longStory(service)
  const rows: Record<string, Percentiles> = {}
  for (const slowdown of SLOWDOWNS) {
    const speed = slowdown === 1 ? 'full speed' : `processor slowed ${slowdown} times`
    const story = { title: 'A long story', slug: `bench-typing-${Date.now()}`, content: { html } }
    const added = await service.from('articles').insert(story).select('id').single<{ id: string }>()
    const { id } = expectData('Adding a story', added)
    const context = await browser.newContext({ ...session, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.goto(`/admin/articles/${id}/edit`)
    const paragraphs = page.getByRole('textbox', { name: 'Content' }).locator('p')
    await paragraphs.first().waitFor()
    await page.waitForLoadState('networkidle')
    await paragraphs.nth(PARAGRAPHS / 2).click()
    rows[`story, ${speed}`] = await typeKeys(page, slowdown)
    const blank = await context.newPage()
    await blank.setContent('<textarea></textarea>')
    await blank.locator('textarea').click()
    rows[`empty textarea, ${speed}`] = await typeKeys(blank, slowdown)
    await context.close()
    await service.from('articles').delete().eq('id', id)
  }
  return rows
}

/** Types into the focused element. */
async function typeKeys(page: Page, slowdown: number): Promise<Percentiles> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    const { port1, port2 } = new MessageChannel()
    const painting: number[] = []
    let pressed: number | null = null
    // A message posted in an animation frame arrives when that frame is painted.
    port1.onmessage = ({ data: keydowns }: MessageEvent<number[]>) => {
      times.push(...keydowns.map((keydown) => performance.now() - keydown))
    }
    addEventListener('keydown', (event) => (pressed = event.timeStamp), { capture: true })
    const onInput = () => {
      if (pressed === null) return
      painting.push(pressed)
      pressed = null
      if (painting.length === 1) requestAnimationFrame(() => port2.postMessage(painting.splice(0)))
    }
    addEventListener('input', onInput, { capture: true })
  })
  for (let n = 0; n < KEYS; n++) {
    await page.keyboard.press(TYPED.charAt(n % TYPED.length).replace(' ', 'Space'))
    // A quick typist's pauses, uneven so that keys fall on all moments of a frame.
    await page.waitForTimeout(60 + ((n * 7) % 60))
  }
  await page.waitForTimeout(1_000)
  const times = await page.evaluate(() => Reflect.get(window, 'times') as number[])
  await devtools.detach()
  if (times.length !== KEYS) throw new Error(`${times.length} of ${KEYS} keys were painted`)
  const at = (share: number) => Math.round(percentile(times, share) * 10) / 10
  return { 'p50, ms': at(0.5), 'p95, ms': at(0.95), 'max, ms': at(1) }
}
