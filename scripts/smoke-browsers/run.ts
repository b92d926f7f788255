/**
 * `npm run smoke:browsers`: the running magazine (PORT, SUPABASE_PORT and DATA_DIR say which) in Firefox and WebKit: six
 * pages of readers, wide and narrow, the sign-in, a story written and published. Screenshots are left in
 * .local/smoke-browsers. Ends with 1 when something does not work, or neither browser is installed.
 */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { errorMessage } from '../../src/backend/error-message.ts'
import { readLocalEnv } from '../../src/backend/env/env.ts'
import { DEMO_PASSWORD } from '../../supabase/seed/people.ts'
import { serviceClient } from '../../supabase/seed/service.ts'
import { loadKeys } from '../../supabase/local/keys.ts'
import { openFirefox } from './firefox.ts'
import type { Tab } from './tab.ts'
import { openWebKit } from './webkit.ts'

const SCREENSHOTS = join(import.meta.dirname, '../../.local/smoke-browsers')
/** Milliseconds. */
const MAX_WAIT = 30_000
const SIZES = [
  [1440, 900],
  // WebKit's window is 447 wide at least.
  [390, 844],
] as const
/** Pages beside the story of the home page, with a text that has to be visible on each. */
const PAGES = [
  ['/', 'Featured Stories'],
  ['/living-spaces', 'Living Spaces'],
  ['/browse?search=kit', 'of 3 articles'],
  ['/authors', 'Authors'],
  ['/contact', 'Send Message'],
] as const
const STANDFIRST = 'Three lines of a standfirst, which have to be seen while they are written. '
  .repeat(3)
  .trim()

const env = readLocalEnv()
const site = `http://localhost:${env.port}`

/** The first of these files that is there. */
const firstOf = (paths: readonly string[]) => paths.find((path) => existsSync(path))

function findFirefox(): (() => Promise<Tab>) | null {
  const path = firstOf([
    process.env.FIREFOX_PATH ?? '',
    '/usr/bin/firefox',
    '/usr/bin/firefox-esr',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ])
  return path === undefined ? null : () => openFirefox(path)
}

function findWebKit(): (() => Promise<Tab>) | null {
  const driver = firstOf(['/usr/bin/WebKitWebDriver'])
  const xvfb = firstOf(['/usr/bin/Xvfb'])
  const miniBrowser = firstOf([
    `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
    '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
  ])
  if (driver === undefined || xvfb === undefined || miniBrowser === undefined) return null
  return () => openWebKit({ driver, xvfb, miniBrowser })
}

const BROWSERS = [
  { name: 'Firefox', open: findFirefox(), install: 'apt-get install firefox-esr, or set FIREFOX_PATH' },
  { name: 'WebKit', open: findWebKit(), install: 'apt-get install webkit2gtk-driver xvfb' },
]

/** Waits until an expression is true in the page. Rejects after MAX_WAIT, saying what did not happen. */
async function until(tab: Tab, expression: string, what: string): Promise<void> {
  const giveUpAt = performance.now() + MAX_WAIT
  while (!(await tab.evaluate(`Boolean(${expression})`))) {
    if (performance.now() > giveUpAt) throw new Error(`${what}: not within ${MAX_WAIT / 1000} s`)
    await setTimeout(100)
  }
}

const textOf = (xpath: string) =>
  `document.evaluate(${JSON.stringify(xpath)}, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue`

async function click(tab: Tab, xpath: string): Promise<void> {
  await until(tab, textOf(xpath), xpath)
  await tab.click(xpath)
}

/** Looks at a page: it shows `text` and all pictures in the window, and nothing is wider than the window. */
async function lookAt(tab: Tab, path: string, text: string, file: string): Promise<void> {
  await tab.goto(site + path)
  const isSeen = `document.body.innerText.includes(${JSON.stringify(text)})`
  await until(tab, `${isSeen} && document.fonts.status === 'loaded'`, `${path}: ${text}`)
  const seen = `[...document.images].filter((image) => {
    const { top, bottom, width } = image.getBoundingClientRect()
    return width > 0 && bottom > 0 && top < innerHeight
  })`
  await until(
    tab,
    `${seen}.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)`,
    `${path}: its pictures`,
  )
  const overflow = await tab.evaluate('document.documentElement.scrollWidth - innerWidth')
  if (Number(overflow) > 0) throw new Error(`${path} is ${String(overflow)} px wider than the window`)
  await tab.screenshot(file)
}

async function readPages(tab: Tab, folder: string): Promise<void> {
  await tab.goto(site)
  await until(tab, `document.querySelector('a[href^="/article/"]')`, 'a story on the home page')
  const story = await tab.evaluate(`document.querySelector('a[href^="/article/"]').pathname`)
  for (const [width, height] of SIZES) {
    await tab.resize(width, height)
    for (const [path, text] of [...PAGES, [String(story), 'Back to Articles'] as const])
      await lookAt(tab, path, text, join(folder, `${path.replace(/\W+/g, '-').slice(1) || 'home'}-${width}`))
  }
}

/** Firefox has to have looked for the local fallback fonts before ours have loaded. */
async function checkFallbackFonts(tab: Tab): Promise<void> {
  await tab.goto(site)
  for (const family of ['Sans Roboto', 'Text Georgia', 'Display Georgia']) {
    const face = `[...document.fonts].find(({ family }) => family.replaceAll('"', '') === '${family}')`
    const status = await tab.evaluate(`${face}?.status`)
    if (status !== 'loaded' && status !== 'error') throw new Error(`The font ${family} is ${String(status)}`)
  }
}

async function signIn(tab: Tab): Promise<void> {
  await tab.resize(1440, 900)
  await tab.goto(`${site}/auth`)
  await click(tab, "//input[@type='email']")
  await tab.type('editor@mantel.example')
  await click(tab, "//input[@type='password']")
  await tab.type(`${DEMO_PASSWORD}\n`)
  await until(tab, `location.pathname === '/admin' && document.querySelector('h1')`, 'the dashboard')
}

async function publishStory(tab: Tab, title: string, folder: string): Promise<void> {
  await tab.goto(`${site}/admin/articles/new`)
  await click(tab, "//*[@contenteditable='true'][@aria-label='Title']")
  await tab.type(title)
  await click(tab, "//textarea[@id='article-standfirst']")
  await tab.type(STANDFIRST)
  const hidden = '(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)'
  const lines = Number(await tab.evaluate(`${hidden}(document.querySelector('#article-standfirst'))`))
  if (lines > 1) throw new Error(`${lines} px of the standfirst are out of sight`)
  await tab.type('\nThe kettle knows the way. \n## What was kept\nOne chair.')
  await tab.screenshot(join(folder, 'editor'))
  await click(tab, "//button[normalize-space()='Publish']")
  await until(
    tab,
    `document.body.textContent.includes('published successfully')`,
    'the message of the publish',
  )
  const slug = title.toLowerCase().replace(/\W+/g, '-')
  const giveUpAt = performance.now() + MAX_WAIT
  while (!(await fetch(`${site}/article/${slug}`)).ok) {
    if (performance.now() > giveUpAt) throw new Error(`/article/${slug} is not published`)
    await setTimeout(200)
  }
  await lookAt(tab, `/article/${slug}`, title, join(folder, 'published'))
  await until(
    tab,
    `document.querySelector('.prose h2')?.textContent === 'What was kept'`,
    'the heading that was typed',
  )
}

/** Throws when something does not work. */
async function smoke(name: string, open: () => Promise<Tab>): Promise<void> {
  const folder = join(SCREENSHOTS, name.toLowerCase())
  await mkdir(folder, { recursive: true })
  const { secretKey } = await loadKeys(env.dataDir)
  const service = serviceClient(`http://127.0.0.1:${env.supabasePort}`, secretKey)
  const title = `A story written in ${name} ${Date.now()}`
  const tab = await open()
  try {
    if (name === 'Firefox') await checkFallbackFonts(tab)
    await readPages(tab, folder)
    await signIn(tab)
    await publishStory(tab, title, folder)
  } catch (error) {
    await tab.screenshot(join(folder, 'failed'))
    throw error
  } finally {
    await tab.close()
    await service.from('articles').delete().eq('title', title)
  }
}

let worked = 0
for (const { name, open, install } of BROWSERS) {
  if (open === null) {
    console.log(`${name}: not installed (${install})`)
    continue
  }
  try {
    await smoke(name, open)
    worked += 1
    console.log(`${name}: ${PAGES.length + 1} pages, sign-in and a story: all right`)
  } catch (error) {
    process.exitCode = 1
    console.error(`${name}: ${errorMessage(error)}`)
  }
}
if (worked === 0) process.exitCode = 1
console.log(`screenshots: ${SCREENSHOTS}`)
