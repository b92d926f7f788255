/** Runs tests on a PostgreSQL server instead of PGlite: `node scripts/with-postgres.ts vitest run …`. */
import { spawnSync } from 'node:child_process'

const [command = 'vitest', ...args] = process.argv.slice(2)
const { status } = spawnSync(command, args, {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE: 'postgres' },
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
