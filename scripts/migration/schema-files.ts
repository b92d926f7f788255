import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import * as z from 'zod'

const configSchema = z.object({
  db: z.object({ migrations: z.object({ schema_paths: z.array(z.string()) }) }),
})

export interface SchemaFile {
  /** Inside the folder supabase, such as `schemas/articles.sql`. */
  path: string
  text: string
}

/** The files of `schemas` in the folder `supabase` that its config.toml names, in its order. */
export function readSchemaFiles(folder: string): SchemaFile[] {
  const { db } = configSchema.parse(parse(readFileSync(join(folder, 'config.toml'), 'utf8')))
  return db.migrations.schema_paths
    .map((path) => path.replace(/^\.\//, ''))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}
