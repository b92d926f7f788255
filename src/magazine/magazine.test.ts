import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { categoryRows } from '../../supabase/seed/categories.ts'
import { MAGAZINE } from './magazine.ts'
import { SEARCHES } from './navigation.ts'
import { SECTIONS } from './sections.ts'
import { TEAM } from './team.ts'
import { TEXTS } from './texts.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** The files of the code in these folders: neither this one, nor tests. */
function codeOf(...folders: string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => /\.(astro|css|html|sql|tsx?)$/.test(file))
    .filter((file) => !/^src\/magazine\/|\.test\.tsx?$/.test(file))
}

/** What any magazine is made of; not the list of what leaves with the demo content. */
const CODE = codeOf('src', 'supabase/functions', 'supabase/schemas', 'supabase/templates').filter(
  (file) => file !== 'supabase/schemas/newsroom/demo.sql',
)

/** The lines of the files that pass a check, with the file. */
function linesOf(files: readonly string[], passes: (line: string) => boolean): string[] {
  return files.flatMap((file) =>
    read(file)
      .split('\n')
      .filter(passes)
      .map((line) => `${file}: ${line.trim()}`),
  )
}

/**
 * What the magazine of this repository is called, its people and its addresses: fixed here, since another magazine may have
 * a word of the code as its name.
 */
const NAMES = [
  ...['Mantel', 'love where you live.', 'mantel.example'],
  ...['Ines Abril', 'Tomas Reyne', 'Odile Marsh'],
]

/** Uses of the system's own name: keys of stored values, settings and locks, headers, example addresses, a known password. */
const TECHNICAL =
  /['"`(]mantel['.:-]|x-mantel-|'mantel\.example'|\bmantel[1-9]*\b.*\bmantel123\b|another Mantel:/

test('no code names the magazine, its people, its tagline or its addresses', () => {
  expect(CODE.length).toBeGreaterThan(500)
  const names = NAMES.map((name) => name.toLowerCase())
  const isNaming = (line: string) =>
    names.some((name) => line.toLowerCase().includes(name)) && !TECHNICAL.test(line)
  expect(linesOf(CODE, isNaming)).toEqual([])
})

test('no code has a section, category, colour or sentence of the magazine', () => {
  const categories = categoryRows(new Date())
  const named = [...SECTIONS, ...categories.map(({ name, ...category }) => ({ ...category, title: name }))]
  const wordsIn = (text: string) => text.split(/[^\w{}’']+/).length
  const own = [
    // A name of one word may be one of the code.
    ...named.flatMap(({ title, slug }) => [title, slug]).filter((name) => wordsIn(name) > 1),
    ...[
      ...named.map(({ description }) => description),
      ...TEAM.map(({ bio }) => bio),
      ...Object.values(TEXTS),
    ]
      .flatMap((text) => text.split(/(?<=[.?!])\s|\n/))
      .filter((sentence) => wordsIn(sentence) > 4),
    ...SEARCHES,
    ...categories.map(({ color }) => color),
    MAGAZINE.icon,
  ]
  // It also has what forms said in former versions, by which subscribers are recorded.
  const code = CODE.filter((file) => file !== 'supabase/schemas/readers/subscribers.sql')
  const found = code.flatMap((file) => {
    const text = read(file).replace(/\s+/g, ' ')
    return own.filter((one) => text.includes(one)).map((one) => `${file}: ${one}`)
  })
  expect(found).toEqual([])
})

test('no code reads src/magazine: a new database is seeded with it', () => {
  const code = codeOf('src', 'scripts', 'supabase').filter(
    (file) => !/^supabase\/(seed|migrations)\//.test(file),
  )
  expect(linesOf(code, (line) => /\bmagazine\//.test(line))).toEqual([])
})

test('every portrait of the team is among the files', () => {
  const missing = TEAM.filter(({ image }) => !existsSync(join(ROOT, 'public', image)))
  expect(missing.map(({ name, image }) => `${name}: ${image}`)).toEqual([])
})
