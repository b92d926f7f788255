import { expect, test } from 'vitest'
import { type Form, type Shelf, PLAIN, placeOf, sectionForm, shelvesOf, tabletForm } from './shelves.ts'

const SECTIONS = Array.from({ length: 10 }, (_, at): Form => sectionForm(at))
const FORMS = [PLAIN, ...SECTIONS, ...[PLAIN, ...SECTIONS].map(tabletForm)]
/** Lists without a form, of each number of columns. */
const COLUMNS = [2, 3, 4, 6].map((count): Form => {
  const shelf = Array.from({ length: count }, () => ({ columns: 12 / count }))
  return { head: [], body: [shelf] }
})
const COUNTS = Array.from({ length: 120 }, (_, index) => index + 1)

/** The numbers of cards, with the index of the form, for which something is so. */
const countsWhere = (forms: readonly Form[], holds: (shelves: readonly Shelf[], form: Form) => boolean) =>
  forms.flatMap((form, at) =>
    COUNTS.filter((count) => holds(shelvesOf(count, form), form)).map((count) => `${count} of form ${at}`),
  )

test('every shelf is full, and each card has a place, whatever their number', () => {
  const all = [...FORMS, ...COLUMNS]
  const isFull = (shelf: Shelf) => shelf.reduce((sum, { columns }) => sum + columns, 0) === 12
  expect(countsWhere(all, (shelves) => !shelves.every(isFull))).toEqual([])
  for (const form of all) expect(COUNTS.map((count) => shelvesOf(count, form).flat().length)).toEqual(COUNTS)
})

test('no list ends with one card alone, unless it has only one', () => {
  const isAlone = (shelves: readonly Shelf[]) => shelves.length > 1 && shelves.at(-1)?.length === 1
  expect(countsWhere([...FORMS, ...COLUMNS], isAlone)).toEqual([])
})

test('only the end of a list differs from its form, by five cards at most', () => {
  const isOther = (shelves: readonly Shelf[], form: Form) => {
    const places = shelves.flat()
    const changed = places.findIndex((place, at) => place !== placeOf(at, form))
    return changed !== -1 && places.length - changed > 5
  }
  expect(countsWhere(FORMS, isOther)).toEqual([])
})

test('no two sections of the first ten look alike', () => {
  expect(new Set(SECTIONS.map((form) => JSON.stringify(shelvesOf(24, form)))).size).toBe(SECTIONS.length)
})
