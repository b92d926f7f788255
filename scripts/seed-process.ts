/** Writes the demo content in a process of its own, and its progress to the parent: `seed-process.ts <supabase url>`. */
import { readSecretKey } from '../src/backend/env/env.ts'
import { messageOf } from '../src/node/report.ts'
import { seedDemo } from '../supabase/seed/seed-demo.ts'

export type SeedMessage = { line: string } | { failure: string }

const send = (message: SeedMessage) => process.send?.(message)
const endWithParent = () => process.exit(1)
process.once('disconnect', endWithParent)
const [supabaseUrl = ''] = process.argv.slice(2)
try {
  await seedDemo({ supabaseUrl, secretKey: readSecretKey(), onProgress: (line) => send({ line }) })
} catch (error) {
  send({ failure: messageOf(error) })
  process.exitCode = 1
}
process.off('disconnect', endWithParent).disconnect()
