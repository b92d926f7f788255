/** `npm run supabase`: the local Supabase alone, without demo content, until Ctrl-C. */
import { startLocalStack } from './local-content.ts'
import { failStart } from './start-error.ts'
import { stopOnSignal } from './stop-signals.ts'

const stack = await startLocalStack((line) => console.log(line)).catch(failStart)
stopOnSignal(stack.stop)

console.log(`SUPABASE_URL=${stack.url}`)
console.log(`SUPABASE_PUBLISHABLE_KEY=${stack.publishableKey}`)
console.log(`SUPABASE_SECRET_KEY=${stack.secretKey}`)
console.log(`mail ${stack.url}/_local/mail`)
