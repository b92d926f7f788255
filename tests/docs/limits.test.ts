import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const TIMER = /\b(?:setTimeout|setInterval|sleep|AbortSignal\.timeout)\(/g
const FOLDERS = ['src', 'scripts', 'supabase/local', 'supabase/functions', 'supabase/seed']
const isProgram = (file: string) =>
  /\.(?:ts|tsx|js|astro)$/.test(file) && !/\.test\.ts$|^scripts\/(?:bench|smoke-browsers)\//.test(file)

test('every timer of the code is in the list of limits of time, with what happens when it ends', () => {
  const files = execFileSync('git', ['ls-files', ...FOLDERS], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  const found = files
    .filter(isProgram)
    .map((file) => [file, read(file).match(TIMER)?.length ?? 0] as const)
    .filter(([, timers]) => timers > 0)
  const rows = read('.github/docs/limits.md').matchAll(/^\| `(.+?)` \| (\d+) \| .*\w.* \|$/gm)
  const listed = Array.from(rows, ([, file, timers]) => [file, Number(timers)])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(found))
  expect(listed).toHaveLength(found.length)
})
