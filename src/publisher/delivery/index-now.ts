import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { indexNowKey } from '../../content/pages/index-now.ts'
import { type Report, messageOf } from '../../node/report.ts'
import { keyOf, pathsOf } from './keys.ts'
import { type RequestLimits, REQUEST_LIMITS, sendWithRetries } from './request.ts'

/** The engines that take part in IndexNow pass on what one address is told. */
const ENDPOINT = 'https://api.indexnow.org/indexnow'
/** Addresses that one request may have. */
const MAX_ADDRESSES = 10_000
/** Pages that search engines leave out. */
const NOT_INDEXED = /^(404|auth|subscription|admin)\.html$|^lists\//

interface IndexNowOptions {
  /** The public address, without a slash at the end. */
  siteUrl: string
  /** The built site. */
  folder: string
  report: Report
  /** For tests. */
  endpoint?: string
  limits?: RequestLimits
}

/** Tells search engines of changed pages while the setting is on. Never holds up a build. */
export class IndexNow {
  readonly #options: IndexNowOptions
  /** What is being sent; nothing else waits for it. */
  #sent: Promise<void> = Promise.resolve()

  constructor(options: IndexNowOptions) {
    this.#options = options
  }

  /** Tells of the pages among the files that were written or removed. */
  tell(files: Iterable<string>): void {
    const { siteUrl, folder, report } = this.#options
    const key = indexNowKey(siteUrl)
    // The file of the key is there while the setting is on. Engines know no site of this machine.
    if (!siteUrl.startsWith('https:') || !existsSync(join(folder, `${key}.txt`))) return
    const pages = [...files].filter((file) => file.endsWith('.html') && !NOT_INDEXED.test(file))
    const urlList = pages.slice(0, MAX_ADDRESSES).map((file) => siteUrl + (pathsOf(keyOf(file))[0] ?? '/'))
    if (urlList.length === 0) return
    this.#sent = this.#sent
      .then(() => this.#send({ host: new URL(siteUrl).host, key, urlList }))
      .catch((error: unknown) => report(`search engines could not be told of changes: ${messageOf(error)}`))
  }

  /** Resolves when all that was told is sent, or given up. */
  async idle(): Promise<void> {
    await this.#sent
  }

  async #send(body: { host: string; key: string; urlList: readonly string[] }): Promise<void> {
    const { endpoint = ENDPOINT, limits = REQUEST_LIMITS } = this.#options
    const make = () =>
      new Request(endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(body),
      })
    const { status, text } = await sendWithRetries(make, limits)
    if (status !== 200 && status !== 202) throw new Error(`status ${status}: ${text.slice(0, 200)}`)
  }
}
