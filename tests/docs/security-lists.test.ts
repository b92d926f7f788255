/** The lists of SECURITY.md have every file of the code that they are about, and no other. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { patternOf } from './names.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', 'src', 'supabase', 'scripts'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:astro|css|sql|tsx?)$/.test(file) && !/\.test\.tsx?$|\/migrations\//.test(file))
const document = readFileSync(join(ROOT, '.github/SECURITY.md'), 'utf8')

/** The patterns of files in the first column of the table below a heading. */
function listed(heading: string): string[] {
  const [, section = ''] = document.split(`\n## ${heading}\n`)
  const [table = ''] = section.split('\n## ')
  const cells = table.matchAll(/^\| (`[^|]*) \|/gm)
  return cells
    .flatMap(([, cell = '']) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name))
    .toArray()
}

/** The files whose text a pattern finds. */
const using = (pattern: RegExp, within: RegExp) =>
  files.filter((file) => within.test(file) && pattern.test(readFileSync(join(ROOT, file), 'utf8')))

/** What asks for an address, draws, frames, links or compares it. */
const ADDRESS_USE = new RegExp(
  [
    /(?<![.#\w])fetch\(|XMLHttpRequest|sendBeacon|\b(?:request|get) as \w+ \} from 'node:https?'/,
    /iframe|<(?:img|video|audio|source)\b|createElement\('(?:img|video|audio)'|\.src = |url\(\$\{/,
    /noopener|mailtoLink\(|location\.(?:assign|replace|href = )|window\.open|href=\{(?:to|url|new URL)\b|\?\? picture\.url/,
    /\b(?:storedFilePath|storagePathFromUrl|namesFile|shownAddress|mediaPath|isOwnPicture|thumbnailUrl)\(/,
    /\b(?:mediaUrl|linkUrl|pictureUrlsIn)\(|private\.(?:stored_file_path|is_own_picture|plain_address|is_address_of|names_file)\(/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

test.each([
  ['Addresses in content', using(ADDRESS_USE, /^(?:src|supabase\/(?:functions|schemas))\//)],
  [
    'The secret key',
    using(
      /secret_?key|secretClient|serviceClient|service_role_key/i,
      /^(?:src|scripts|supabase\/(?!schemas))/,
    ),
  ],
])('%s: the list has every place in the code, and no other', (heading, places) => {
  const patterns = listed(heading).map((name) => ({ name, pattern: patternOf(name) }))
  expect(places.length).toBeGreaterThan(20)
  expect(places.filter((file) => !patterns.some(({ pattern }) => pattern.test(file)))).toEqual([])
  expect(
    patterns.filter(({ pattern }) => !places.some((file) => pattern.test(file))).map(({ name }) => name),
  ).toEqual([])
})
