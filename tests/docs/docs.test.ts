import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Name, anchorsIn, linksIn, namesIn, patternOf } from './names.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
/** Tracked files, and new ones that git does not ignore. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)))

/** Stories and export files are no documents. */
const documents = files.filter(
  (file) => file.endsWith('.md') && !/^(?:supabase\/seed|tests\/fixtures\/exports\/.+)\//.test(file),
)
/** A decision is history: it keeps the names that files had then. Its links are checked all the same. */
const isDecision = (file: string) => /^\.github\/decisions\/\d/.test(file)

const isText = (file: string) => /\.(astro|conf|css|js|json|mjs|sql|toml|ts|tsx|yml)$/.test(file)
const isOwnTest = (file: string) => file.startsWith('tests/docs/')
const code = files
  .filter((file) => isText(file) && !isOwnTest(file) && file !== 'package-lock.json')
  .map(read)
  .join('\n')
/** Names of other software, which the code has no need of. */
const OTHERS = ['brotli_static', 'pg_cron']
const words = new Set([...(code.match(/\w+/g) ?? []), ...OTHERS])
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

function exists({ kind, text }: Name, document: string): boolean {
  switch (kind) {
    case 'path': {
      const pattern = patternOf(text)
      const near = `${dirname(document)}/`
      return files.some(
        (file) => pattern.test(file) || (file.startsWith(near) && pattern.test(file.slice(near.length))),
      )
    }
    case 'npm script':
      return Object.keys(scripts).some((script) => patternOf(text).test(script))
    case 'function': {
      const name = text.split('.').at(-1) ?? text
      return new RegExp(
        `(function ((public|private)\\.)?|^ +(async )?#?|const |  )${name}( =|\\(|<)`,
        'm',
      ).test(code)
    }
    case 'identifier':
      return words.has(text)
  }
}

describe.each(documents)('%s', (document) => {
  const text = read(document)

  test('every link leads to a file and a heading', () => {
    const broken = linksIn(text).filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? document : relative(ROOT, resolve(ROOT, dirname(document), path))
      if (!files.some((file) => file === target || file.startsWith(`${target}/`))) return true
      return anchor !== undefined && !anchorsIn(read(target)).has(anchor)
    })
    expect(broken).toEqual([])
  })

  test.skipIf(isDecision(document))('every path, command, function and glob that it names exists', () => {
    const missing = namesIn(text).filter((name) => !exists(name, document))
    expect(missing.map(({ kind, text: name }) => `${kind} ${name}`)).toEqual([])
  })
})

test('the README fits on the first screens: at most 10 KB', () => {
  expect(read('README.md').length).toBeLessThanOrEqual(10_000)
})

test('every npm script is in the list of commands, and every decision in the index', () => {
  const commands = read('.github/docs/commands.md')
  const unlisted = Object.keys(scripts).filter(
    (name) => !new RegExp(`\`(npm run )?(npm )?${name}\``).test(commands),
  )
  expect(unlisted).toEqual([])
  const index = read('.github/decisions/README.md')
  const decisions = documents.filter(isDecision)
  expect(decisions.filter((file) => !index.includes(`(${file.slice('.github/decisions/'.length)})`))).toEqual(
    [],
  )
})

test('docs/packages.md says what each package is for', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const told = read('.github/docs/packages.md').match(/[@\w/-]+\*?/g) ?? []
  const isTold = (name: string) =>
    told.some((word) => (word.endsWith('*') ? name.startsWith(word.slice(0, -1)) : name === word))
  expect(Object.keys(dependencies).filter((name) => !isTold(name))).toEqual([])
})

test('docs/tables.md has every table of the database once, and no other', () => {
  const schemas = files.filter((file) => /^supabase\/schemas\/.*\.sql$/.test(file)).map(read)
  const tables = schemas.flatMap((sql) =>
    Array.from(sql.matchAll(/^create (?:unlogged )?table ([\w.]+)/gm), ([, name = '']) => name),
  )
  const told = Array.from(read('.github/docs/tables.md').matchAll(/^\| `(\w+\.\w+)` \| .*\w.* \|$/gm))
  expect(told.map(([, name]) => name).toSorted()).toEqual(tables.toSorted())
})
