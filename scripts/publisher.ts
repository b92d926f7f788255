/** `npm run publisher`: the publisher alone, for a hosted Supabase project. */
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { readEnv, readSecretKey } from '../src/backend/env.ts'
import { startPublisher } from '../src/publisher/publisher.ts'
import { startStaticServer } from '../src/publisher/static-server.ts'
import { createWebhook } from '../src/publisher/webhook.ts'

const env = readEnv()
const report = (line: string): void => console.log(`${new Date().toISOString()} ${line}`)
const pollSeconds = Number(process.env.PUBLISH_POLL_SECONDS ?? 60)
const webhookSecret = process.env.PUBLISH_WEBHOOK_SECRET
const serveSite = process.env.SERVE_SITE !== 'false'

const publisher = await startPublisher({
  root: resolve(import.meta.dirname, '..'),
  supabaseUrl: env.supabaseUrl,
  publishableKey: env.publishableKey,
  secretKey: readSecretKey(),
  siteUrl: env.siteUrl,
  distDir: env.distDir,
  dataDir: env.dataDir,
  report,
  onPublished: (stats) => report(`published ${stats.pages_rendered} pages in ${stats.duration_ms} ms`),
})
const webhook = webhookSecret ? createWebhook(webhookSecret, () => publisher.wake()) : undefined
if (!webhook) report('PUBLISH_WEBHOOK_SECRET is not set: the outbox is polled, POST /publish is refused')
const poll = setInterval(() => publisher.wake(), Math.max(1, pollSeconds) * 1000)

const server = serveSite
  ? await startStaticServer(env.distDir, env.port, webhook)
  : await webhookOnly(env.port)
console.log(`ready http://localhost:${server.port} api ${env.supabaseUrl}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clearInterval(poll)
    Promise.all([server.close(), publisher.stop()]).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
}

/** For a site that a web server of its own serves from DIST_DIR. */
function webhookOnly(port: number): Promise<{ port: number; close(): Promise<void> }> {
  return new Promise((resolveListening, reject) => {
    const only = createServer((request, response) => {
      const handled = webhook ? webhook(request, response) : Promise.resolve(false)
      handled.then(
        (done) => void (done || response.writeHead(404).end()),
        () => response.writeHead(500).end(),
      )
    })
    only.once('error', reject)
    only.listen(port, () => {
      resolveListening({ port, close: () => new Promise((done) => only.close(() => done())) })
    })
  })
}
