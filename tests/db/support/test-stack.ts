import { startStack } from '../../../supabase/local/stack.ts'
import type { Stack } from '../../../supabase/local/stack.ts'
import { startPostgres } from '../../support/postgres.ts'

/** An empty Supabase in memory, or, when TEST_DATABASE is `postgres`, on a real PostgreSQL of its own. */
export async function startTestStack(): Promise<Stack> {
  const options = { port: 0, dataDir: null, siteUrl: 'http://localhost:4321' }
  if (process.env.TEST_DATABASE !== 'postgres') return startStack(options)
  const postgres = await startPostgres()
  const stack = await startStack({ ...options, databaseUrl: postgres.url })
  return {
    ...stack,
    async stop() {
      await stack.stop()
      await postgres.stop()
    },
  }
}
