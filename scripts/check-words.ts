/**
 * Retired words where the linter does not look: file names, style sheets, and the names and comments of migrations.
 * Prints each and exits with 1 when there is any.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { retiredName, retiredWord } from './retired-words.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** Names in migrations, which are never edited. */
const KEPT_SQL_NAMES: readonly string[] = ['p_least', 'p_most']

const files = ['.github', 'scripts', 'src', 'supabase', 'tests'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
)

function problemsOf(file: string): (string | null)[] {
  const text = () => readFileSync(join(ROOT, file), 'utf8')
  // The file names of the demo stories are published addresses.
  if (file.startsWith('supabase/seed/stories/') || file.includes('/retired-words')) return []
  const inName = retiredWord(file)
  if (file.endsWith('.css')) return [inName, ...text().split('\n').map(retiredWord)]
  if (!file.endsWith('.sql')) return [inName]
  const comments = text().match(/--.*|\/\*[^]*?\*\//g) ?? []
  const names = new Set(text().match(/\b[a-z]\w*_\w+\b/gi))
  return [
    inName,
    ...comments.map(retiredWord),
    ...[...names]
      .filter((name) => !KEPT_SQL_NAMES.includes(name))
      .map((name) => retiredName(name.toUpperCase()) ?? retiredName(name)),
  ]
}

const problems = files.flatMap((file) =>
  problemsOf(file).flatMap((problem) => (problem === null ? [] : [`${file}: ${problem}`])),
)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
