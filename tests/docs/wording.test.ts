import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = ['src', 'scripts', 'supabase/functions', 'supabase/local', 'supabase/seed', 'tests']

/** Phrases that make a reader look for their subject: say the noun, 'except', 'now', 'has to be', the number's name. */
const UNCLEAR =
  /\b(?:that of|those that|by now|but for|so many|(?:is|are) to be|whose (?:it is|they are)|(?:is|are) mended)\b/gi

/** The comments of a file and the titles of its tests, each as one line. */
function proseOf(text: string): string[] {
  const joined = text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/)[ \t]?/g, ' ')
  const comments = joined.matchAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*/gm)
  const titles = joined.matchAll(/(?:\b(?:test|describe|step)(?:\.\w+)*|\])\)?\(\s*(['"`]).*?\1,/g)
  return [...comments, ...titles].map(([prose]) => prose)
}

test('comments and titles of tests do without phrases that hide what they are about', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...FOLDERS], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:astro|css|js|tsx?)$/.test(file) && !file.endsWith('wording.test.ts'))
    .filter((file) => existsSync(join(ROOT, file)))
  expect(files.length).toBeGreaterThan(1_000)
  const unclear = files.flatMap((file) =>
    proseOf(readFileSync(join(ROOT, file), 'utf8')).flatMap((prose) =>
      Array.from(prose.matchAll(UNCLEAR), ({ index }) => {
        return `${file}: …${prose.slice(Math.max(0, index - 40), index + 40)}…`
      }),
    ),
  )
  expect(unclear).toEqual([])
})
