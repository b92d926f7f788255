/** Starts a stack, calls a function, so that Deno runs, reports it and runs until it is killed. */
import { startStack } from '../../supabase/local/stack.ts'

const stack = await startStack({ port: 0, dataDir: null, siteUrl: 'http://localhost:4321' })
await fetch(`${stack.url}/functions/v1/create-user`, { method: 'POST' })
process.send?.('called')
