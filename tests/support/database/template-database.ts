import { randomUUID } from 'node:crypto'
import { openPostgres } from '../../../supabase/local/database/postgres.ts'

/** Makes a database like the one at the address, on its server. */
export async function copyDatabase(templateUrl: string): Promise<string> {
  const template = new URL(templateUrl).pathname.slice(1)
  const name = `test-${randomUUID()}`
  const server = await openPostgres(new URL('/postgres', templateUrl).href)
  try {
    await server.sql(`create database "${name}" template "${template}"`)
  } finally {
    await server.close()
  }
  return new URL(`/${name}`, templateUrl).href
}
