/** Runs tests on a PostgreSQL server instead of PGlite: `node scripts/with-postgres.ts vitest run …`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from '../tests/support/postgres.ts'
import { createTemplate } from '../tests/support/template-database.ts'

const [command = 'vitest', ...args] = process.argv.slice(2)
const postgres = await startPostgres()
try {
  const tests = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE: await createTemplate(postgres.url) },
    shell: process.platform === 'win32',
  })
  // The server ends at a signal, too: the tests could not go on.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
  const [status] = (await once(tests, 'exit')) as [number | null]
  process.exitCode = status ?? 1
} finally {
  await postgres.stop()
}
