import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../../supabase/local/config.ts'
import { BASELINE, MIGRATIONS_FOLDER } from '../../../supabase/local/database/migrations.ts'
import {
  FIRST_VERSIONS,
  LAST_FORMER_COMMIT,
  readFormerMigrations,
} from '../../../supabase/upgrades/former-migrations.ts'
import { FIRST_COMMIT, FORMER_COMMITS } from '../../support/database/former-databases.ts'

const names = readdirSync(MIGRATIONS_FOLDER).sort()
const textOf = (name: string) => readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8')

/** What git prints, also in a repository that belongs to another user. */
function git(...args: string[]): string {
  return execFileSync('git', ['-c', 'safe.directory=*', ...args], { cwd: ROOT, encoding: 'utf8' })
}

const BASELINE_FILE: string = `${BASELINE}_baseline.sql`
/** The commits from the one that added the baseline on; none before it is committed. */
function commitsSinceBaseline(): string {
  const added = git('log', '--diff-filter=A', '--format=%H', '--', `supabase/migrations/${BASELINE_FILE}`)
  return `${added.trim() || 'HEAD'}..HEAD`
}

/** The committed migrations from the baseline on, with the commit that first had each. */
function recordedMigrations(): { name: string; commit: string }[] {
  const range = commitsSinceBaseline()
  const log = git(
    'log',
    '--reverse',
    '--diff-filter=A',
    '--no-renames',
    '--format=commit %H',
    '--name-only',
    range,
    '--',
    'supabase/migrations',
  )
  const [baselineCommit = ''] = range.split('..')
  const commits = new Map(
    namesAt(baselineCommit)
      .filter((name) => name === BASELINE_FILE)
      .map((name) => [name, baselineCommit]),
  )
  let commit = ''
  for (const line of log.split('\n')) {
    if (line.startsWith('commit ')) commit = line.slice('commit '.length)
    const name = /^supabase\/migrations\/(.+\.sql)$/.exec(line)?.[1]
    if (name !== undefined && !commits.has(name)) commits.set(name, commit)
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

  test('a migration is named above all that the parents of its commit have', () => {
    const commits = git(
      'rev-list',
      '--parents',
      '--full-history',
      commitsSinceBaseline(),
      '--',
      'supabase/migrations',
    )
    const steps = commits.split('\n').flatMap((line) => {
      const [commit = '', ...parents] = line.split(' ').filter(Boolean)
      return parents.map((parent) => ({ later: namesAt(commit), earlier: namesAt(parent) }))
    })
    const found = [...steps, { later: names, earlier: namesAt('HEAD') }]
      // The baseline is below those that it replaced.
      .filter(({ earlier }) => earlier.includes(BASELINE_FILE))
      .flatMap(({ later, earlier }) => addedBelow(later, earlier))
    expect(
      found,
      'Databases have later ones already. Give it a name above all, as `npm run migration` does.',
    ).toEqual([])
  })

  test('the former migrations are those of the commits that databases may stand at, to the letter', async () => {
    const former = await readFormerMigrations()
    const list = (commit: string) => git('ls-tree', '-r', commit, 'supabase/migrations/').trim().split('\n')
    const last = list(LAST_FORMER_COMMIT)
    expect(former.map(({ name }) => name)).toEqual(namesAt(LAST_FORMER_COMMIT))
    for (const { name, text } of former)
      expect(text, name).toBe(git('show', `${LAST_FORMER_COMMIT}:supabase/migrations/${name}`))
    for (const [commit, count] of Object.entries(FORMER_COMMITS))
      expect(list(commit), commit).toEqual(last.slice(0, count))
    expect(namesAt(FIRST_COMMIT).map((name) => name.slice(0, 14))).toEqual(FIRST_VERSIONS)
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
  expect(names[0]).toBe(BASELINE_FILE)
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
