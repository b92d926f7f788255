/**
 * Runs tests on a PostgreSQL server instead of PGlite: `node scripts/with-postgres.ts vitest run …`. With `--hosted` first
 * it runs them on a database laid out as a hosted project's, once for each form of its default privileges.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHostedTemplate, DEFAULT_PRIVILEGES, SUPERUSER } from '../tests/support/hosted-layout.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { createTemplate } from '../tests/support/template-database.ts'

const isHosted = process.argv[2] === '--hosted'
const [command = 'vitest', ...args] = process.argv.slice(isHosted ? 3 : 2)
const postgres = await startPostgres(isHosted ? SUPERUSER : undefined)
try {
  if (isHosted) {
    for (const privileges of DEFAULT_PRIVILEGES) {
      console.log(`Default privileges of the hosted project: ${privileges}`)
      process.exitCode = await runTests(await createHostedTemplate(postgres.url, privileges))
      if (process.exitCode !== 0) break
    }
  } else process.exitCode = await runTests(await createTemplate(postgres.url))
} finally {
  await postgres.stop()
}

/** Resolves with the exit status. */
async function runTests(template: string): Promise<number> {
  const tests = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE: template },
    shell: process.platform === 'win32',
  })
  const kill = (signal: NodeJS.Signals) => tests.kill(signal)
  // The server ends at a signal, too: the tests could not go on.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, kill)
  const [status] = (await once(tests, 'exit')) as [number | null]
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, kill)
  return status ?? 1
}
