import { globSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { parse } from 'smol-toml'
import * as z from 'zod'

const configSchema = z.object({
  db: z.object({ migrations: z.object({ schema_paths: z.array(z.string()) }) }),
})

export interface SchemaFile {
  /** Inside the folder supabase, such as `schemas/stories/articles.sql`. */
  path: string
  text: string
}

/**
 * The files of `schemas` in the folder `supabase` in the order of its config.toml: those of each pattern by name, each file
 * where it comes first, as the Supabase CLI reads them.
 */
export function readSchemaFiles(folder: string): SchemaFile[] {
  const { db } = configSchema.parse(parse(readFileSync(join(folder, 'config.toml'), 'utf8')))
  const paths = new Set(
    db.migrations.schema_paths.flatMap((pattern) => globSync(normalize(pattern), { cwd: folder }).sort()),
  )
  return [...paths].map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}
