import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
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

/** The names of the migrations of a commit. */
const namesAt = (commit: string) =>
  git('ls-tree', '--name-only', commit, 'supabase/migrations/')
    .split('\n')
    .map((path) => path.slice('supabase/migrations/'.length))
    .filter((name) => name.endsWith('.sql'))

/** The migrations that came with the later of two states although the earlier one has a migration above them. */
function addedBelow(later: readonly string[], earlier: readonly string[]): string[] {
  const highest = earlier.toSorted().at(-1) ?? ''
  return later.filter((name) => !earlier.includes(name) && name.slice(0, 14) <= highest.slice(0, 14))
}

test.each([
  ['above the others', ['20300101000000_a.sql', '20300102000000_b.sql'], []],
  ['below another', ['20291231000000_b.sql', '20300101000000_a.sql'], ['20291231000000_b.sql']],
  ['with the version of another', ['20300101000000_a.sql', '20300101000000_b.sql'], ['20300101000000_b.sql']],
])('the comparison with the parent commit sees a migration that is named %s', (_, later, found) => {
  expect(addedBelow(later, ['20300101000000_a.sql'])).toEqual(found)
})

// An archive of the files has no history to compare with.
describe.skipIf(!existsSync(join(ROOT, '.git')))('in a clone', () => {
  beforeAll(() => {
    expect(
      git('rev-parse', '--is-shallow-repository').trim(),
      'This clone has only a part of the history: run `git fetch --unshallow` (in CI: check out with `fetch-depth: 0`).',
    ).toBe('false')
  })

  test('a new migration is named above all of the parent commit, and above all that are committed', () => {
    const parents = git('rev-parse', 'HEAD^@').split('\n').filter(Boolean)
    const found = [
      ...parents.flatMap((parent) => addedBelow(namesAt('HEAD'), namesAt(parent))),
      ...addedBelow(names, namesAt('HEAD')),
    ]
    expect(
      found,
      'Databases have later ones already. Give it a name above all, as `npm run migration` does.',
    ).toEqual([])
  })

  test('a migration is never edited, renamed or removed after the commit that added it', () => {
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
