import type { JsonObject } from '../../domain/body/json.ts'
import type { SourceFiles } from '../source-files.ts'
import { Fields } from './fields.ts'
import { settingsIn } from './settings.ts'

const MAIN = /^(?:hugo|config)\.(?:toml|ya?ml|json)$/
const PARTS = /^config\/_default\/([\w.-]+)\.(?:toml|ya?ml|json)$/

/** Whether a folder is one of Hugo. */
export function isHugo(files: SourceFiles): boolean {
  const has = (pattern: RegExp) => files.paths.some((path) => pattern.test(path))
  return (
    has(/^hugo\.(?:toml|ya?ml|json)$/) ||
    has(PARTS) ||
    (has(MAIN) && has(/^content\//)) ||
    has(/^content\/.*\.md$/)
  )
}

/** The settings of a site of Hugo, from one file or from a folder of them. */
export async function hugoSettings(files: SourceFiles): Promise<{ settings: Fields; path: string }> {
  const main = files.paths.filter((path) => MAIN.test(path))
  const all: JsonObject[] = []
  for (const path of main) all.push(await settingsIn(files, path))
  for (const path of files.paths) {
    const name = PARTS.exec(path)?.[1]?.split('.')[0]
    if (name === undefined) continue
    const data = await settingsIn(files, path)
    all.push(name === 'hugo' || name === 'config' ? data : { [name]: data })
  }
  const path = main[0] ?? files.paths.find((file) => PARTS.test(file)) ?? 'content'
  return { settings: new Fields(...all), path }
}
