import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SECTIONS } from './sections.ts'
import { TEAM } from './team.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/**
 * What the magazine of this repository is called, its people and its addresses: fixed here, since another magazine may have
 * a word of the code as its name.
 */
const NAMES = [
  ...['Mantel', 'love where you live.', 'mantel.example'],
  ...['Ines Abril', 'Tomas Reyne', 'Odile Marsh'],
]

/** Uses of the system's own name: keys of stored values, headers, example addresses, a known password. */
const TECHNICAL =
  /['"`]mantel['.:]|x-mantel-|'mantel\.example'|\bmantel[1-9]*\b.*\bmantel123\b|another Mantel:/

test('no code outside src/magazine names the magazine, its tagline or its addresses', () => {
  const files = ['src', 'supabase/functions'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  const code = files.filter(
    (file) => /\.(astro|css|tsx?)$/.test(file) && !/^src\/magazine\/|\.test\.tsx?$/.test(file),
  )
  expect(code.length).toBeGreaterThan(400)
  const naming = code.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => NAMES.some((name) => line.toLowerCase().includes(name.toLowerCase())))
      .filter((line) => !TECHNICAL.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(naming).toEqual([])
})

test('every portrait of the team is among the files', () => {
  const missing = TEAM.filter(({ image }) => !existsSync(join(ROOT, 'public', image)))
  expect(missing.map(({ name, image }) => `${name}: ${image}`)).toEqual([])
})

test('sections have addresses of their own', () => {
  expect(new Set(SECTIONS.map(({ slug }) => slug)).size).toBe(SECTIONS.length)
})
