import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../supabase/local/config.ts'
import { BASELINE, MIGRATIONS_FOLDER } from '../../supabase/local/migrations.ts'

const names = readdirSync(MIGRATIONS_FOLDER).sort()
const textOf = (name: string) => readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8')

/** What git prints, also in a repository that belongs to another user. */
function git(...args: string[]): string {
  return execFileSync('git', ['-c', 'safe.directory=*', ...args], { cwd: ROOT, encoding: 'utf8' })
}

/** The migrations from the baseline on, with the commit that first had each. */
function recordedMigrations(): { name: string; commit: string }[] {
  const log = git(
    'log',
    '--reverse',
    '--diff-filter=A',
    '--no-renames',
    '--format=commit %H',
    '--name-only',
    '--',
    'supabase/migrations',
  )
  const commits = new Map<string, string>()
  let commit = ''
  for (const line of log.split('\n')) {
    if (line.startsWith('commit ')) commit = line.slice('commit '.length)
    const name = /^supabase\/migrations\/(.+\.sql)$/.exec(line)?.[1]
    if (name !== undefined && name >= BASELINE && !commits.has(name)) commits.set(name, commit)
  }
  return [...commits].map(([name, first]) => ({ name, commit: first }))
}

// An archive of the files has no history to compare with.
describe.skipIf(!existsSync(join(ROOT, '.git')))('in a clone', () => {
  test('a migration is never edited, renamed or removed after the commit that added it', () => {
    expect(
      git('rev-parse', '--is-shallow-repository').trim(),
      'This clone has only a part of the history: run `git fetch --unshallow` (in CI: check out with `fetch-depth: 0`).',
    ).toBe('false')
    const changed = recordedMigrations().filter(
      ({ name, commit }) =>
        !names.includes(name) || textOf(name) !== git('show', `${commit}:supabase/migrations/${name}`),
    )
    expect(changed, 'Databases exist that ran these files. Undo the edit and add a new migration.').toEqual(
      [],
    )
  })
})

test('the first migration is the baseline, and the others are named by the time they were made', () => {
  expect(names[0]).toBe(`${BASELINE}_baseline.sql`)
  for (const name of names) expect(name).toMatch(/^\d{14}_[a-z0-9_]+\.sql$/)
})

test('a migration that changes how names are compared builds the indexes of names anew', () => {
  const changesKeys = /function private\.(?:name_key|without_hidden_characters)\b/
  const stale = names.slice(1).filter((name) => {
    const sql = textOf(name)
    const isRebuilt = ['author_profiles_name_key', 'profiles_name_key'].every((index) =>
      new RegExp(`reindex index public\\.${index};`).test(sql),
    )
    return changesKeys.test(sql) && !isRebuilt
  })
  expect(stale, 'Add `reindex index public.…;` for both indexes of names.').toEqual([])
})
