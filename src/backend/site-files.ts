import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '..', 'magazine', 'public')

/** The addresses of the files in src/magazine/public. */
export function siteFiles(): string[] {
  return readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(FOLDER.length).replaceAll('\\', '/'))
}
