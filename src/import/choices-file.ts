import { Document, type YAMLMap, isMap, isScalar, parseDocument } from 'yaml'
import * as z from 'zod/mini'
import { isObject } from '../domain/body/json.ts'
import { type Choices, type PartialChoices, partialChoicesSchema } from '../domain/newsroom/import-report.ts'
import { ImportError, type Key } from './description.ts'
import type { Magazine } from './plan/magazine.ts'
import type { Stage } from './stage.ts'

/** Choices as a file for people to change: YAML, with what each choice is about beside it. */
export function choicesText(choices: Choices, stage: Stage, magazine: Magazine): string {
  const document = new Document(choices)
  document.commentBefore = ` What is left out here is as proposed.
 sections: of each category, the section that lists it: new (made of it), above (as the category above it), none, or one of these:
${magazine.sections.map(({ id, title }) => `   ${id} is ${title}`).join('\n') || '   (there are none yet)'}
 people: new, or who somebody is: the key of another person here, or an author of the magazine:
${magazine.author_profiles.map(({ id, name }) => `   ${id} is ${name}`).join('\n') || '   (there are none yet)'}
 settings: whether the magazine takes the name, tagline and language of the file. menus: whether it takes its menus.`
  const names = {
    sections: namesOf(stage.of('category')),
    people: namesOf(stage.of('person')),
  }
  for (const part of ['sections', 'people'] as const) {
    const map = document.get(part)
    if (isMap(map)) addNames(map, names[part])
  }
  return document.toString({ lineWidth: 0 })
}

function namesOf(items: Iterable<{ key: Key; name: string }>): Map<Key, string> {
  return new Map(Array.from(items, ({ key, name }) => [key, name]))
}

function addNames(map: YAMLMap, names: ReadonlyMap<Key, string>): void {
  for (const { key, value } of map.items)
    if (isScalar(key) && isScalar(value))
      value.comment = ` ${(names.get(String(key.value)) ?? '').replaceAll(/\s+/g, ' ')}`
}

/** Reads a file of choices. `name`: its name, for the ImportError where it is none. */
export function parseChoices(text: string, name: string): PartialChoices {
  // All values are texts: a key such as 12 is one, too.
  const document = parseDocument(text, { schema: 'failsafe' })
  const [error] = document.errors
  if (error !== undefined) throw new ImportError(`${name} cannot be read: ${error.message}`)
  const read: unknown = document.toJS({ maxAliasCount: 0 })
  const given = isObject(read) ? { ...read } : {}
  for (const flag of ['settings', 'menus'])
    if (flag in given) given[flag] = FLAGS.get(given[flag]) ?? given[flag]
  const { success, data, error: refusal } = partialChoicesSchema.safeParse(given)
  if (!success) throw new ImportError(`${name} has no choices of an import: ${z.prettifyError(refusal)}`)
  return data
}

const FLAGS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
])
