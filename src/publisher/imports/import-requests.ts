import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import {
  FILE_PART_BYTES,
  IMPORT_FILE_PATH,
  IMPORT_PATH,
  MAX_FILE_BYTES,
  importActSchema,
} from '../../domain/newsroom/imports.ts'
import { answerAndClose, readBody } from '../../node/listen.ts'
import { type Report, messageOf } from '../../node/report.ts'
import { Refusal } from '../server/refusal.ts'
import { Senders, UNKNOWN, personOf, tokenOf } from '../server/senders.ts'
import { ImportFolder, type Part } from './import-folder.ts'
import { Importer } from './importer.ts'

/** The largest body of an act, in bytes: choices for some thousand categories and people. */
const MAX_ACT_BYTES = 1_000_000
/** How long a body may take to arrive, in ms: a part of a file at 35 KB a second. */
const BODY_TIMEOUT_MS = 60_000

export interface ImportRequestOptions {
  supabaseUrl: string
  publishableKey: string
  secretKey: string
  siteUrl: string
  /** Where files wait for their import. */
  folder: string
  report: Report
}

const partSchema = z.object({
  use: z.enum(Object.keys(MAX_FILE_BYTES) as ['export', 'pictures']),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  size: z.coerce.number().check(z.int(), z.minimum(0)),
  at: z.coerce.number().check(z.int(), z.minimum(0)),
})

type Answer = [status: number, result?: object]

/**
 * Answers what super admins ask about imports: `POST /publish/import` with an act, and `POST /publish/import/file` with a part
 * of a file. The database is asked for the role of the sender at each of them, so that a right that was taken away ends at
 * the next request.
 */
export class ImportRequests {
  readonly #options: ImportRequestOptions
  readonly #senders: Senders
  #importer: Promise<Importer> | null = null

  constructor(options: ImportRequestOptions) {
    this.#options = options
    this.#senders = new Senders({ ...options, action: 'magazine.import' })
  }

  /** Returns false for any other request. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [path, search = ''] = request.url?.split('?', 2) ?? []
    if (path !== IMPORT_PATH && path !== IMPORT_FILE_PATH) return false
    if (this.#senders.answerPreflight(request, response)) return true
    if (request.method !== 'POST') return false
    const [status, result] = await this.#answerTo(request, path === IMPORT_PATH ? null : search)
    const headers = { ...this.#senders.headers(request), 'content-type': 'application/json' }
    const body = result === undefined ? '' : JSON.stringify(result)
    if (request.complete) response.writeHead(status, headers).end(body)
    else await answerAndClose(request, response, status, headers, body)
    return true
  }

  async stop(): Promise<void> {
    ;(await this.#importer?.catch(() => null))?.stop()
  }

  /** `search`: of a part of a file; null: it is an act. */
  async #answerTo(request: IncomingMessage, search: string | null): Promise<Answer> {
    const token = tokenOf(request)
    if (token === null) return [401]
    const refusal = await this.#senders.refusalOf(token)
    if (refusal !== null) return [refusal]
    const late = setTimeout(() => request.destroy(), BODY_TIMEOUT_MS)
    try {
      const importer = await this.#opened()
      if (search !== null) return [200, { at: await importer.take(partOf(request, search), request) }]
      const text = await readBody(request, MAX_ACT_BYTES)
      if (text === null) return [413]
      const act = importActSchema.safeParse(JSON.parse(text))
      return act.success ? [200, await importer.act(act.data, personOf(token))] : [400]
    } catch (error) {
      if (error instanceof Refusal) return [error.status, { problem: error.message }]
      if (error instanceof SyntaxError) return [400]
      if (!request.destroyed) this.#options.report(`an import could not be attended to: ${messageOf(error)}`)
      return [UNKNOWN]
    } finally {
      clearTimeout(late)
    }
  }

  #opened(): Promise<Importer> {
    this.#importer ??= ImportFolder.open(this.#options.folder).then(
      (folder) => new Importer(folder, this.#options),
    )
    this.#importer.catch(() => (this.#importer = null))
    return this.#importer
  }
}

function partOf(request: IncomingMessage, search: string): Part {
  const part = partSchema.safeParse(Object.fromEntries(new URLSearchParams(search)))
  if (!part.success) throw new Refusal(400, 'The part of the file does not say which it is')
  if (Number(request.headers['content-length']) > FILE_PART_BYTES)
    throw new Refusal(413, 'A part of the file is too large')
  return part.data
}
