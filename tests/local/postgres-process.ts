/** Starts and stops a PostgreSQL for tests, and ends with status 3. */
import { startPostgres } from '../support/postgres.ts'

const postgres = await startPostgres()
await postgres.stop()
process.exitCode = 3
