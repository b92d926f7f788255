import type { ImportSubject } from '../domain/newsroom/imports.ts'
import type { Stage } from './stage.ts'

/** The categories and people of a file, with how many stories each has. */
export function subjectsOf(stage: Stage): { categories: ImportSubject[]; people: ImportSubject[] } {
  const stories = { categories: new Map<string, number>(), people: new Map<string, number>() }
  for (const story of stage.of('story'))
    for (const kind of ['categories', 'people'] as const)
      for (const key of story[kind]) stories[kind].set(key, (stories[kind].get(key) ?? 0) + 1)
  const subject = (
    counts: ReadonlyMap<string, number>,
    { key, name, parent = null }: { key: string; name: string; parent?: string | null },
  ) => ({ key, name, stories: counts.get(key) ?? 0, isBelow: parent !== null })
  return {
    categories: Array.from(stage.of('category'), (item) => subject(stories.categories, item)),
    people: Array.from(stage.of('person'), (item) => subject(stories.people, item)),
  }
}
