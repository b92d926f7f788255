/** `npm run dev`: Astro's dev server on the local Supabase. Each request renders the current content of the database. */
import { resolve } from 'node:path'
import { dev } from 'astro'
import { startLocalContent } from './local-content.ts'
import { failStart } from './start-error.ts'
import { stopOnSignal } from './stop-signals.ts'

// npm sets it to `production` where devDependencies are left out (.npmrc).
process.env.NODE_ENV = 'development'

const { env, stack } = await startLocalContent().catch(failStart)
const server = await dev({
  root: resolve(import.meta.dirname, '..'),
  server: { port: env.port, host: env.host ?? false },
}).catch(failStart)
stopOnSignal(() => server.stop().then(() => stack.stop()))
