import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '..', '..', 'supabase', 'migrations')
const RECORD = 'cd supabase/migrations && sha256sum *.sql > ../../tests/db/migrations.sha256'

/** The recorded digests by file name, in the format of sha256sum. */
const recorded = new Map(
  readFileSync(join(import.meta.dirname, 'migrations.sha256'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [digest = '', name = ''] = line.split('  ')
      return [name, digest]
    }),
)

const digestOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(FOLDER, name)))
    .digest('hex')

test('a migration is never edited or removed once it is recorded', () => {
  const names = readdirSync(FOLDER)
  const changed = [...recorded].filter(([name, digest]) => !names.includes(name) || digestOf(name) !== digest)
  expect(
    changed.map(([name]) => name),
    'Databases exist that ran these files. Undo the edit and add a new migration.',
  ).toEqual([])
})

test('every migration is recorded', () => {
  const missing = readdirSync(FOLDER).filter((name) => !recorded.has(name))
  expect(missing, `Record the new migration: ${RECORD}`).toEqual([])
})

test('a migration that changes how names are compared builds the indexes of names anew', () => {
  const changesKeys = /function private\.(?:name_key|without_hidden_characters)\b/
  const stale = readdirSync(FOLDER)
    .sort()
    .filter((name) => name > '20261122000079_name_indexes.sql')
    .filter((name) => {
      const sql = readFileSync(join(FOLDER, name), 'utf8')
      const isRebuilt = ['author_profiles_name_key', 'profiles_name_key'].every((index) =>
        new RegExp(`reindex index public\\.${index};`).test(sql),
      )
      return changesKeys.test(sql) && !isRebuilt
    })
  expect(stale, 'Add `reindex index public.…;` for both indexes of names.').toEqual([])
})
