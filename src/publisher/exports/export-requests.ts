import { open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { EXPORT_PATH, exportActSchema } from '../../domain/newsroom/exports.ts'
import { messageOf } from '../../node/report.ts'
import { Refusal } from '../server/refusal.ts'
import { type SenderOptions, UNKNOWN, personOf } from '../server/senders.ts'
import { type Answer, StaffRequests } from '../server/staff-requests.ts'
import { type Asking, Exporter, type ExporterOptions } from './exporter.ts'

type ExportRequestOptions = ExporterOptions & Omit<SenderOptions, 'action'>

const DOWNLOAD = new RegExp(`^${EXPORT_PATH}/([\\w-]{43})/([\\w.-]+)$`)

/**
 * Answers what super admins ask about exports, `POST /publish/export` with an act, and downloads, `GET
 * /publish/export/<ticket>/<name>`. The database is asked for the role of the sender of each act; a ticket opens a file once.
 */
export class ExportRequests {
  readonly #options: ExportRequestOptions
  readonly #exporter: Exporter
  readonly #acts: StaffRequests

  constructor(options: ExportRequestOptions) {
    this.#options = options
    this.#exporter = new Exporter(options)
    this.#acts = new StaffRequests({
      ...options,
      ...{ path: EXPORT_PATH, action: 'magazine.export', letInMs: 0 },
      isReady: () => true,
      answer: (body, client, _, token) => this.#act(body, { id: personOf(token), client }),
    })
  }

  /** Returns false for any other request. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [, ticket, name] = DOWNLOAD.exec(request.url ?? '') ?? []
    if (ticket === undefined || name === undefined) return this.#acts.answer(request, response)
    if (request.method !== 'GET') return false
    await this.#send(response, this.#exporter.redeem(ticket, name), name)
    return true
  }

  stop(): Promise<void> {
    this.#exporter.stop()
    return Promise.resolve()
  }

  async #act(body: unknown, asking: Asking): Promise<Answer> {
    const act = exportActSchema.parse(body)
    try {
      switch (act.act) {
        case 'show':
          break
        case 'begin':
          await this.#exporter.begin({ with: act.with, passphrase: act.passphrase }, asking)
          break
        case 'drop':
          await this.#exporter.drop()
          break
        case 'ticket':
          return [200, { path: await this.#exporter.ticket(act.file, asking) }]
      }
      return [200, this.#exporter.show()]
    } catch (error) {
      if (error instanceof Refusal) throw error
      this.#options.report(`an export could not be attended to: ${messageOf(error)}`)
      return [UNKNOWN]
    }
  }

  async #send(response: ServerResponse, path: string | null, name: string): Promise<void> {
    const file = path === null ? null : await open(path).catch(() => null)
    if (file === null) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
      response.end('This address has opened its file already, or is older than five minutes.')
      return
    }
    response.writeHead(200, {
      'content-type': name.endsWith('.tar') ? 'application/x-tar' : 'application/octet-stream',
      'content-length': (await file.stat()).size,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    // Who leaves before the end downloads it again, by another address.
    await pipeline(file.createReadStream(), response).catch(() => undefined)
  }
}
