/** `npm run publisher`: the publisher alone, for a hosted Supabase project. */
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readDelivery } from '../src/backend/env/delivery-env.ts'
import { readPublisherEnv } from '../src/backend/env/env.ts'
import { type BackendErrorKind, BackendError } from '../src/backend/errors.ts'
import { answerAndClose, closeServers, listen } from '../src/node/listen.ts'
import { CopyRequests } from '../src/publisher/pictures/on-request.ts'
import { ExportRequests } from '../src/publisher/exports/export-requests.ts'
import { readLetterEnv } from '../src/backend/env/letter-env.ts'
import { LetterLoop } from '../src/publisher/letters/letter-loop.ts'
import { LetterRequests } from '../src/publisher/letters/letter-requests.ts'
import { ImportRequests } from '../src/publisher/imports/import-requests.ts'
import { pictureProgressRequests } from '../src/publisher/server/picture-progress.ts'
import { predictionRequests } from '../src/publisher/server/prediction-requests.ts'
import { PreviewRequests } from '../src/publisher/server/preview-requests.ts'
import { type PublisherOptions, Publisher } from '../src/publisher/publisher.ts'
import { type RequestHandler, startStaticServer } from '../src/publisher/server/static-server.ts'
import { createWebhook } from '../src/publisher/server/webhook.ts'
import { lockFolder } from '../src/node/folder-lock.ts'
import { failStart } from './start-error.ts'
import { stopOnSignal } from './stop-signals.ts'

type PublisherEnv = ReturnType<typeof readPublisherEnv>

const MAX_RETRY_MS = 30_000
/** How often the database is asked for letters that are due: nothing tells of one that is to go at once. */
const LETTER_POLL_MS = 5_000
/** Start errors that are retried, `conflict` when another publisher took over meanwhile; all others end the process. */
const TEMPORARY_ERRORS: readonly BackendErrorKind[] = ['network', 'rate-limited', 'unknown', 'conflict']

const report = (line: string): void => console.log(`${new Date().toISOString()} ${line}`)
await run().catch(failStart)

async function run(): Promise<void> {
  const env = readPublisherEnv()
  const delivery = readDelivery()
  const unlock = await lockFolder(join(env.dataDir, 'publisher'))

  let publisher: Publisher | null = null
  /** The same after its first build. */
  let built: Publisher | null = null
  const webhook =
    env.webhookSecret === null ? undefined : createWebhook(env.webhookSecret, () => publisher?.wake())
  if (!webhook) report('PUBLISH_WEBHOOK_SECRET is not set: the outbox is polled, POST /publish is refused')

  const predictions = predictionRequests({ ...env, publisher: () => built })
  const progress = pictureProgressRequests({ ...env, publisher: () => built })
  const previews = new PreviewRequests({ ...env, publisher: () => built })
  const imports = new ImportRequests({ ...env, folder: join(env.dataDir, 'imports'), report })
  const exports = new ExportRequests({ ...env, folder: join(env.dataDir, 'exports'), report })
  const sending = { ...env, env: readLetterEnv(null), mailbox: null, apiUrl: env.supabaseUrl, report }
  const letters = new LetterRequests(sending)
  const letterLoop = new LetterLoop({
    ...sending,
    isAtWork: () => built?.isAtWork() ?? false,
    pollMs: LETTER_POLL_MS,
  })
  const handler: RequestHandler = async (request, response) =>
    (await imports.answer(request, response)) ||
    (await exports.answer(request, response)) ||
    (await letters.answer(request, response)) ||
    (await predictions.answer(request, response)) ||
    (await previews.answer(request, response)) ||
    (await progress.answer(request, response)) ||
    (await webhook?.(request, response)) === true

  // A bucket cannot make copies when a reader asks.
  const copyRequests = env.serveSite && delivery === null ? new CopyRequests() : null
  // Before the build: the pages of the last one are served meanwhile.
  const server = env.serveSite
    ? await startStaticServer(env.distDir, env.port, env.host, {
        siteUrl: env.siteUrl,
        handler,
        copyOnRequest: copyRequests ? (file) => copyRequests.copy(file) : undefined,
      })
    : await startRequestServer(env.port, env.host, handler)
  report(`listening at http://localhost:${server.port}`)

  const aborter = new AbortController()
  const starting = startWithRetries({ ...env, delivery, copyRequests, signal: aborter.signal })
  stopOnSignal(async () => {
    // A first build is aborted: the next start goes on where it was.
    if (built === null) aborter.abort()
    const stopped = starting.then(
      (started) => started.stop(),
      () => undefined,
    )
    await Promise.all([
      server.close(),
      stopped,
      imports.stop(),
      exports.stop(),
      letters.stop(),
      letterLoop.stop(),
    ])
    await unlock()
  })

  try {
    publisher = await starting
    await publisher.firstBuild
  } catch (error) {
    if (aborter.signal.aborted) return
    throw error
  }
  if (aborter.signal.aborted) return
  built = publisher
  letterLoop.wake()
  console.log(`ready http://localhost:${server.port} api ${env.supabaseUrl}`)
}

/** Starts the publisher, waiting for a backend that does not respond. */
async function startWithRetries(
  env: PublisherEnv & Pick<PublisherOptions, 'delivery' | 'copyRequests'> & { signal: AbortSignal },
): Promise<Publisher> {
  for (let wait = 1_000; ; wait = Math.min(MAX_RETRY_MS, 2 * wait)) {
    try {
      return await Publisher.start({
        ...env,
        root: resolve(import.meta.dirname, '..'),
        pollMs: env.pollSeconds * 1_000,
        report,
        onPublished: (stats) => report(`published ${stats.pages_rendered} pages in ${stats.duration_ms} ms`),
      })
    } catch (error) {
      if (!(error instanceof BackendError && TEMPORARY_ERRORS.includes(error.kind))) throw error
      report(`the publisher could not start, it is tried again in ${wait / 1_000} s: ${error.message}`)
      await sleep(wait, undefined, { signal: env.signal })
    }
  }
}

/** Serves no pages, for a site that another web server serves. */
async function startRequestServer(
  port: number,
  host: string | null,
  handler: RequestHandler,
): Promise<{ port: number; close(): Promise<void> }> {
  const listening = await listen(port, host, (request, response) => {
    handler(request, response).then(
      (isAnswered) => void (isAnswered || answerAndClose(request, response, 404)),
      () => response.writeHead(500).end(),
    )
  })
  return { port: listening.port, close: () => closeServers(listening.servers) }
}
