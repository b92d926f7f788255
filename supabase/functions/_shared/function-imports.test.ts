import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from '../../../tests/support/imports-of.ts'

const FOLDER = join(import.meta.dirname, '..')
const FUNCTIONS = readdirSync(FOLDER).filter((name) => !name.startsWith('_'))

/** All that a file imports from packages, by itself and by files of the project, each with the way to it. */
function packagesOf(entry: string, imports: Readonly<Record<string, string>>): Map<string, string> {
  const found = new Map<string, string>()
  const ways = new Map([[entry, entry]])
  for (const [path, way] of ways) {
    for (const specifier of importsOf(path, readFileSync(path, 'utf8'))) {
      const target = imports[specifier] ?? specifier
      if (!target.startsWith('.')) {
        found.set(target, way)
        continue
      }
      const file = join(specifier === target ? join(path, '..') : join(entry, '..'), target)
      if (!ways.has(file)) ways.set(file, `${way} > ${file}`)
    }
  }
  return found
}

/** The modules of Node that functions use, and that the runtime of hosted functions has; `node:sqlite` is none of them. */
const HOSTED_NODE = ['dns', 'dns/promises', 'http', 'https', 'net'].map((name) => `node:${name}`)

test.for(FUNCTIONS)('%s imports packages by version, and only what hosted functions have of Node', (name) => {
  const folder = join(FOLDER, name)
  const { imports } = (
    readdirSync(folder).includes('deno.json')
      ? JSON.parse(readFileSync(join(folder, 'deno.json'), 'utf8'))
      : { imports: {} }
  ) as { imports: Record<string, string> }
  const found = packagesOf(join(folder, 'index.ts'), imports)
  const isKnown = (target: string) => /^npm:@?[^@]+@\d/.test(target) || HOSTED_NODE.includes(target)
  expect(Object.fromEntries(found.entries().filter(([target]) => !isKnown(target)))).toEqual({})
})
