/** A publisher in a process of its own, to be killed. Polls the outbox; prints `ready` when the site is up to date. */
import { resolve } from 'node:path'
import { readEnv, readSecretKey } from '../../src/backend/env.ts'
import { startPublisher } from '../../src/publisher/publisher.ts'

const env = readEnv()
const publisher = await startPublisher({
  root: resolve(import.meta.dirname, '../..'),
  supabaseUrl: env.supabaseUrl,
  publishableKey: env.publishableKey,
  secretKey: readSecretKey(),
  siteUrl: env.siteUrl,
  distDir: env.distDir,
  dataDir: env.dataDir,
  report: () => undefined,
})
setInterval(() => publisher.wake(), 20)
console.log('ready')
