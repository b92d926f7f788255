/**
 * `npm run test:changed`: the check of a commit, in about a minute. Format, lint and types of what is not committed, and the
 * tests that read it, as far as they need neither a PostgreSQL nor a publisher nor a browser. With a commit
 * (`-- HEAD~1`): what has changed since.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const since = process.argv[2] ?? 'HEAD'

function changedFiles(): string[] {
  const lines = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return stdout.split('\n').filter((line) => line !== '')
  }
  return [
    ...lines('diff', '--name-only', '--diff-filter=d', since),
    ...lines('ls-files', '--others', '--exclude-standard'),
  ]
}

/** The tests of files that are not imported by them, but read: SQL and edge functions. */
function testsThatRead(file: string): string[] {
  const name = basename(file, '.sql').replaceAll('_', '-')
  if (/^supabase\/(schemas|migrations)\//.test(file))
    return globSync(`tests/db/**/{schemas,migrations,grants,who-may-call,${name}}.test.ts`, { cwd: root })
  const edgeFunction = /^supabase\/functions\/([^/]+)\//.exec(file)?.[1]
  return edgeFunction === undefined
    ? []
    : globSync(`tests/functions/${edgeFunction === '_shared' ? '*' : edgeFunction}.test.ts`, { cwd: root })
}

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0
}

const changed = changedFiles()
const scripts = changed.filter(
  (file) => /\.(astro|js|mjs|ts|tsx)$/.test(file) && !file.startsWith('supabase/functions'),
)
// The configuration of Vitest would have all tests run.
const imported = scripts.filter((file) => file !== 'tests/vitest.config.ts')
const tests = [...new Set([...imported, ...changed.flatMap(testsThatRead)])]
const quickProjects = ['unit', 'db', 'functions'].flatMap((name) => ['--project', name])
const passed = [
  changed.length === 0 || run('prettier', '--check', '--log-level', 'warn', '--ignore-unknown', ...changed),
  scripts.length === 0 || run('eslint', '--max-warnings', '0', '--no-warn-ignored', ...scripts),
  scripts.length === 0 || run('oxlint', '--type-check'),
  tests.length === 0 ||
    run(
      'vitest',
      'related',
      '--run',
      '--passWithNoTests',
      '--config',
      'tests/vitest.config.ts',
      ...quickProjects,
      ...tests,
    ),
]
process.exit(passed.every(Boolean) ? 0 : 1)
