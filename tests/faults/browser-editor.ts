import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createClient } from '@supabase/supabase-js'
import { type BrowserContext, type Page, chromium } from 'playwright'
import { testBrowser } from '../../scripts/ensure-browser.ts'
import { until } from './until.ts'

/** How long a writer looks for "Saved" before typing on. */
const SEEN_SAVED_MS = 4_000
const OPEN_TIMEOUT_MS = 30_000
const MAX_OPENS = 5

export interface BrowserEditorOptions {
  siteUrl: string
  articleId: string
  /** The folder of the browser's profile, which survives the browser. */
  profile: string
  /** The Supabase to sign in to. */
  supabase: { url: string; publishableKey: string }
  credentials: { email: string; password: string }
}

/** How far a text goes: the number of the typed text, and how many of its letters there are. */
interface Position {
  text: number
  letters: number
}

const isBefore = (a: Position, b: Position): boolean =>
  a.text < b.text || (a.text === b.text && a.letters < b.letters)

interface StatusChange {
  at: number
  line: string
}

/**
 * Somebody who writes one article in the editor of a real browser, whose tab and browser can be killed. Every text
 * replaces the one before; what the screen showed as saved, and what was kept on the device, may only be followed by
 * later texts.
 */
export class BrowserEditor {
  readonly #options: BrowserEditorOptions
  readonly #texts: string[] = ['']
  #browser: { process: ChildProcess; context: BrowserContext } | null = null
  #page: Page | null = null
  /** The furthest text that the screen showed as saved. */
  #saved: Position = { text: 0, letters: 0 }
  /** The furthest text that was on the device when the tab was killed. */
  #kept: Position | null = null
  saves = 0
  recoveries = 0

  constructor(options: BrowserEditorOptions) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#page !== null
  }

  /** Whether the session has ended, as when the clock jumps. */
  async isSignedOut(): Promise<boolean> {
    return (
      this.#page !== null &&
      (await this.#page
        .getByText(/Your session has ended/)
        .first()
        .isVisible())
    )
  }

  /** Opens the article. Throws when it does not show in several tries. */
  async open(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#tryToOpen()
      } catch (error) {
        await this.killBrowser()
        if (tries === MAX_OPENS) throw error
      }
    }
  }

  async #tryToOpen(): Promise<void> {
    const { siteUrl, articleId } = this.#options
    const session = await this.#signIn()
    this.#browser ??= await launchBrowser(this.#options.profile)
    const page = await this.#browser.context.newPage()
    await page.addInitScript(recordStatus, session)
    await page.goto(`${siteUrl}/admin/articles/${articleId}/edit`, { timeout: OPEN_TIMEOUT_MS })
    await body(page).waitFor({ timeout: OPEN_TIMEOUT_MS })
    this.#page = page
  }

  /** What the admin keeps of a session in local storage. */
  async #signIn(): Promise<[string, string][]> {
    const kept = new Map<string, string>()
    const { url, publishableKey } = this.#options.supabase
    const client = createClient(url, publishableKey, {
      auth: {
        autoRefreshToken: false,
        storage: {
          getItem: (key) => kept.get(key) ?? null,
          setItem: (key, value) => void kept.set(key, value),
          removeItem: (key) => void kept.delete(key),
        },
      },
    })
    const { error } = await client.auth.signInWithPassword(this.#options.credentials)
    if (error) throw error
    return [...kept]
  }

  /** Types a new text over the last one, saves it and looks whether the screen shows that. */
  async write(): Promise<void> {
    const page = this.#page
    if (!page) return
    const number = this.#texts.length
    const text = `${String(number).padStart(5, '0')} typed ${randomUUID()}`
    this.#texts.push(text)
    await overwriteInConflict(page)
    await body(page).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
    const typedAt = await page.evaluate(() => performance.now())
    await page.keyboard.press('ControlOrMeta+s')
    const seen = async () => this.#page !== page || isSavedSince(await statusChanges(page), typedAt)
    if (!(await until(seen, SEEN_SAVED_MS)) || this.#page !== page) return
    this.saves += 1
    this.#saved = { text: number, letters: text.length }
  }

  /** Kills the process of the tab, once it is known what the device keeps of it. */
  async killTab(): Promise<void> {
    const page = this.#page
    if (!page || !this.#browser) return
    const devtools = await this.#browser.context.newCDPSession(page)
    this.#kept = await this.#keptOn(page)
    this.#page = null
    const crashed = page.waitForEvent('crash')
    // Never answered: the process that would do so is gone.
    devtools.send('Page.crash').catch(() => undefined)
    await crashed
    await page.close()
  }

  /** Kills the browser with all its processes, once it is known what the device keeps. */
  async killBrowser(): Promise<void> {
    if (!this.#browser) return
    const { process: browser } = this.#browser
    if (this.#page) this.#kept = await this.#keptOn(this.#page)
    this.#page = null
    this.#browser = null
    const ended = once(browser, 'exit')
    process.kill(-(browser.pid ?? 0), 'SIGKILL')
    await ended
    await rm(join(this.#options.profile, 'SingletonLock'), { force: true })
  }

  /** Opens the article again after a kill. Resolves with what did not come back, else null. */
  async recover(): Promise<string | null> {
    const kept = this.#kept
    this.#kept = null
    await this.open()
    const page = this.#page
    if (!page || !kept) return null
    this.recoveries += 1
    const expected = isBefore(kept, this.#saved) ? this.#saved : kept
    let shown = ''
    const isBack = await until(async () => {
      shown = await body(page).innerText()
      if (!isBefore(this.#positionOf(shown), expected)) return true
      // An article that was saved since: the text is offered beside it.
      const isOffered = await page
        .getByText(/kept on this device/)
        .first()
        .isVisible()
      const offered = await this.#keptOn(page)
      return isOffered && offered !== null && !isBefore(offered, expected)
    })
    return isBack ? null : `the browser shows "${shown}" after ${this.#name(expected)} had been typed`
  }

  /** What a stored body has lost of what the screen showed as saved, else null. */
  compare(stored: string): string | null {
    const [saved, position] = [this.#saved, this.#positionOf(stored)]
    if (!isBefore(position, saved)) return null
    this.#saved = position
    return `the database holds "${stored}" and not ${this.#name(saved)}, which the screen showed as saved`
  }

  /** The furthest unsaved text in the browser's database. */
  async #keptOn(page: Page): Promise<Position | null> {
    const positions = (await localDrafts(page)).map((text) => this.#positionOf(text))
    return positions.reduce<Position | null>((a, b) => (a === null || isBefore(a, b) ? b : a), null)
  }

  /** The last typed text that begins with `shown`. */
  #positionOf(shown: string): Position {
    const plain = shown.trim()
    const text = this.#texts.findLastIndex((typed) => typed.startsWith(plain))
    return { text: plain === '' || text === -1 ? 0 : text, letters: plain.length }
  }

  #name({ text, letters }: Position): string {
    return `"${this.#texts[text]?.slice(0, letters) ?? ''}"`
  }
}

function body(page: Page) {
  return page.getByRole('textbox', { name: 'Content' })
}

async function launchBrowser(profile: string): Promise<{ process: ChildProcess; context: BrowserContext }> {
  const flags = ['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const browser = spawn(testBrowser(), flags, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  for await (const line of createInterface({ input: browser.stderr })) {
    const [endpoint] = /ws:\S+/.exec(line) ?? []
    if (endpoint === undefined) continue
    browser.stderr.resume()
    const [context] = (await chromium.connectOverCDP(endpoint)).contexts()
    if (context) return { process: browser, context }
  }
  throw new Error('The browser did not start')
}

/** Runs in the page before its scripts: signs in, and records the changes of the editor's status line. */
function recordStatus(session: [string, string][]): void {
  for (const [key, value] of session) localStorage.setItem(key, value)
  const changes: StatusChange[] = []
  Object.assign(globalThis, { statusChanges: changes })
  new MutationObserver(() => {
    const line = document.querySelector('header p[role=status]')?.textContent ?? ''
    if (line !== changes.at(-1)?.line) changes.push({ at: performance.now(), line })
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

function statusChanges(page: Page): Promise<StatusChange[]> {
  return page.evaluate(() => (globalThis as unknown as { statusChanges: StatusChange[] }).statusChanges)
}

/** Whether a save that began after `at` ended well, and was the last. */
function isSavedSince(changes: readonly StatusChange[], at: number): boolean {
  const begun = changes.findLastIndex(({ line }) => line.includes('Saving'))
  const last = changes.at(-1)
  return begun !== -1 && (changes[begun]?.at ?? 0) > at && last !== undefined && /Saved \d/.test(last.line)
}

/** The bodies of the local drafts, as plain text. */
async function localDrafts(page: Page): Promise<string[]> {
  const values = await page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('mantel', 1)
        opening.onerror = () => reject(new Error('IndexedDB cannot be opened'))
        opening.onsuccess = () => {
          const read = opening.result.transaction('texts').objectStore('texts').getAll()
          read.onsuccess = () => {
            opening.result.close()
            resolve(read.result as string[])
          }
          read.onerror = () => reject(new Error('IndexedDB cannot be read'))
        }
      }),
  )
  return values.map((value) => {
    const { form } = JSON.parse(value) as { form: { html: string | null } }
    return (form.html ?? '').replace(/<[^>]*>/g, '')
  })
}

/** A save without an answer counts as somebody else's: this text goes over it. */
async function overwriteInConflict(page: Page): Promise<void> {
  const overwrite = page.getByRole('button', { name: 'Overwrite with My Text' })
  if (await overwrite.isVisible()) await overwrite.click()
}
