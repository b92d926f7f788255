/** Starts and stops a PostgreSQL for tests, and ends with status 3. */
import { startPostgres } from '../support/database/postgres.ts'

const postgres = await startPostgres()
await postgres.stop()
process.exitCode = 3
