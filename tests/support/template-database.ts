import { randomUUID } from 'node:crypto'
import { applyMigrations, createSystemSchema, MIGRATIONS_FOLDER } from '../../supabase/local/migrations.ts'
import { openPostgres } from '../../supabase/local/postgres.ts'

/** Makes a database with the system schema and all migrations on the server. Returns its address, for `copyDatabase`. */
export async function createTemplate(serverUrl: string): Promise<string> {
  const url = await createDatabase(serverUrl, 'template0')
  const database = await openPostgres(url)
  await createSystemSchema(database)
  await applyMigrations(database, MIGRATIONS_FOLDER, () => {})
  // PostgreSQL copies no database that has connections.
  await database.close()
  return url
}

/** Makes a database like the one at the address, on its server. */
export function copyDatabase(templateUrl: string): Promise<string> {
  return createDatabase(databaseOn(templateUrl, 'postgres'), new URL(templateUrl).pathname.slice(1))
}

async function createDatabase(serverUrl: string, template: string): Promise<string> {
  const name = `test-${randomUUID()}`
  const server = await openPostgres(serverUrl)
  await server.sql(`create database "${name}" template "${template}"`).finally(server.close)
  return databaseOn(serverUrl, name)
}

function databaseOn(serverUrl: string, name: string): string {
  return new URL(`/${name}`, serverUrl).href
}
