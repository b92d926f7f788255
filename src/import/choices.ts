import type { Choices, PartialChoices } from '../domain/newsroom/import-report.ts'
import { foldText } from '../domain/text/fold-text.ts'
import { type Category, type Key, ImportError } from './description.ts'
import { importedId } from './imported-id.ts'
import type { Magazine } from './plan/magazine.ts'
import { largestRoots, rootOf } from './plan/sections.ts'
import type { Stage } from './stage.ts'

/** What an import does where nobody chooses. `file`: see `Stage.source`. */
export function defaultChoices(stage: Stage, magazine: Magazine, file: string): Choices {
  const source = stage.source(file)
  return {
    sections: defaultSections(stage, magazine, source),
    people: defaultPeople(stage, magazine, source),
    settings: magazine.site_settings.every(({ site_name }) => site_name === UNNAMED),
    menus: magazine.menus.every(({ items }) => items.length === 0),
  }
}

/** The name of a magazine that nobody has named. */
const UNNAMED = 'New Magazine'

/**
 * A magazine without sections gets the largest categories of the file as sections. One that has sections lists there the
 * categories of their names, and an import that made some finds them again.
 */
function defaultSections(stage: Stage, { sections }: Magazine, source: string): Choices['sections'] {
  const categories = new Map(Array.from(stage.of('category'), (item) => [item.key, item]))
  const largest = new Set(sections.length === 0 ? largestRoots(stage, categories) : [])
  const present = new Set(sections.map(({ id }) => id))
  const isNew = (key: Key) => largest.has(key) || present.has(importedId(source, 'section', key))
  const choiceFor = (category: Category): string => {
    const root = rootOf(category.key, categories) ?? category.key
    if (isNew(root)) return root === category.key ? 'new' : 'above'
    const same = sections.find(({ slug, title }) => slug === category.slug || isNamed(category, title))
    return same?.id ?? (root === category.key ? 'none' : 'above')
  }
  return Object.fromEntries(
    Array.from(categories.values(), (category) => [category.key, choiceFor(category)]),
  )
}

/** A person of the name of an author here, or of one before them in the file, is that one. */
function defaultPeople(stage: Stage, { author_profiles }: Magazine, source: string): Choices['people'] {
  const ids = new Set(author_profiles.map(({ id }) => id))
  const known = new Map(author_profiles.map(({ id, name }) => [foldText(name), id]))
  const chosen: [Key, string][] = []
  for (const { key, name } of stage.of('person')) {
    const isMade = ids.has(importedId(source, 'person', key))
    const same = isMade ? undefined : known.get(foldText(name))
    chosen.push([key, same ?? 'new'])
    if (same === undefined && !isMade) known.set(foldText(name), key)
  }
  return Object.fromEntries(chosen)
}

function isNamed({ name }: Category, other: string): boolean {
  return foldText(name) === foldText(other)
}

/** The proposed choices with somebody's own. Throws an ImportError where those name what is neither in the file nor here. */
export function ownChoices(own: PartialChoices, proposed: Choices, magazine: Magazine): Choices {
  for (const [key, choice] of Object.entries(own.sections ?? {}))
    if (!isSectionChoice(choice, magazine))
      throw new ImportError(`The choice for the category ${key} names no section: ${choice}`)
  for (const [key, choice] of Object.entries(own.people ?? {}))
    if (!isPersonChoice(key, choice, proposed, magazine))
      throw new ImportError(
        `The choice for the person ${key} names nobody of the file or the magazine: ${choice}`,
      )
  return merged(own, proposed)
}

/** The proposed choices with the ones of an earlier import, as far as they still hold. */
export function sameChoices(earlier: Choices, proposed: Choices, magazine: Magazine): Choices {
  const kept = (choices: Record<Key, string>, isChoice: (key: Key, choice: string) => boolean) =>
    Object.fromEntries(Object.entries(choices).filter(([key, choice]) => isChoice(key, choice)))
  const sections = kept(earlier.sections, (_, choice) => isSectionChoice(choice, magazine))
  const people = kept(earlier.people, (key, choice) => isPersonChoice(key, choice, proposed, magazine))
  return merged({ ...earlier, sections, people }, proposed)
}

function merged({ sections, people, settings, menus }: PartialChoices, proposed: Choices): Choices {
  return {
    sections: { ...proposed.sections, ...sections },
    people: { ...proposed.people, ...people },
    settings: settings ?? proposed.settings,
    menus: menus ?? proposed.menus,
  }
}

function isSectionChoice(choice: string, { sections }: Magazine): boolean {
  return ['new', 'above', 'none'].includes(choice) || sections.some(({ id }) => id === choice)
}

function isPersonChoice(
  key: Key,
  choice: string,
  { people }: Choices,
  { author_profiles }: Magazine,
): boolean {
  const isOther = choice !== key && Object.hasOwn(people, choice)
  return choice === 'new' || isOther || author_profiles.some(({ id }) => id === choice)
}
