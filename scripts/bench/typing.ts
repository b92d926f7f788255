/**
 * `npm run bench:typing`: key to paint in the editor of a running magazine (PORT, SUPABASE_PORT and DATA_DIR say which),
 * in a story of 5,000 words and 30 pictures, at full speed and with the processor slowed four times.
 */
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Browser, Page } from 'playwright'
import { readLocalEnv } from '../../src/backend/env/env.ts'
import { MEDIA_BUCKET } from '../../src/domain/media/media-address.ts'
import { loadKeys } from '../../supabase/local/keys.ts'
import { expectData, serviceClient } from '../../supabase/seed/service.ts'
import { type StorageState, launchBrowser, percentile, signIn } from './support.ts'

const WORDS = 5_000
const WORDS_IN_PARAGRAPH = 100
const PICTURES = 30
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
export async function measureTyping(
  browser: Browser,
  siteUrl: string,
  storageState: StorageState,
): Promise<Record<string, Percentiles>> {
  const { dataDir, supabasePort } = readLocalEnv()
  const { secretKey } = await loadKeys(dataDir)
  const service = serviceClient(`http://127.0.0.1:${supabasePort}`, secretKey)
  const html = longStory(await pictureUrls(service))
  const rows: Record<string, Percentiles> = {}
  for (const slowdown of SLOWDOWNS) {
    const speed = slowdown === 1 ? 'full speed' : `processor slowed ${slowdown} times`
    const story = { title: 'A long story', slug: `bench-typing-${Date.now()}`, content: { html } }
    const added = await service.from('articles').insert(story).select('id').single<{ id: string }>()
    const { id } = expectData('Adding a story', added)
    const context = await browser.newContext({
      baseURL: siteUrl,
      storageState,
      viewport: { width: 1440, height: 900 },
    })
    const page = await context.newPage()
    await page.goto(`/admin/articles/${id}/edit`)
    const paragraphs = page.getByRole('textbox', { name: 'Content' }).locator('p')
    await paragraphs.first().waitFor()
    await page.waitForLoadState('networkidle')
    await paragraphs.nth(WORDS / WORDS_IN_PARAGRAPH / 2).click()
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

export async function pictureUrls(service: SupabaseClient): Promise<string[]> {
  const files = await service
    .from('media')
    .select('storage_path')
    .like('mime_type', 'image/%')
    .order('storage_path')
    .limit(PICTURES)
    .overrideTypes<{ storage_path: string }[]>()
  const bucket = service.storage.from(MEDIA_BUCKET)
  return expectData('Reading pictures', files).map(
    ({ storage_path }) => bucket.getPublicUrl(storage_path).data.publicUrl,
  )
}

/** HTML of `WORDS` words in paragraphs. After each of the first paragraphs comes one of the pictures. */
export function longStory(pictures: readonly string[]): string {
  const words = 'The house kept its warmth in the middle where the stove had stood for sixty winters'.split(
    ' ',
  )
  const paragraphs = Array.from({ length: WORDS / WORDS_IN_PARAGRAPH }, (_, n) => {
    const text = Array.from({ length: WORDS_IN_PARAGRAPH }, (_, at) => words[(n + at) % words.length]).join(
      ' ',
    )
    const picture = pictures[n]
    const figure = picture
      ? `<figure><img src="${picture}" alt="A room"><figcaption>A room</figcaption></figure>`
      : ''
    return `<p>${text}.</p>${figure}`
  })
  return paragraphs.join('')
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

if (import.meta.main) {
  const browser = await launchBrowser()
  const siteUrl = `http://localhost:${readLocalEnv().port}`
  console.table(await measureTyping(browser, siteUrl, await signIn(browser, siteUrl)))
  await browser.close()
}
