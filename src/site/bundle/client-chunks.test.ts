import { expect, test } from 'vitest'
import { findCycle } from './client-chunks.ts'

test.for<[string, Record<string, string[]>, string[] | null]>([
  ['no files', {}, null],
  ['files that import later ones', { a: ['b', 'c'], b: ['c'], c: [] }, null],
  ['a file that is not there', { a: ['b'] }, null],
  ['two that import each other', { a: ['b'], b: ['c'], c: ['b'] }, ['b', 'c', 'b']],
  ['a long way round', { a: ['b', 'c'], b: [], c: ['d'], d: ['b', 'a'] }, ['a', 'c', 'd', 'a']],
  ['one that imports itself', { a: ['a'] }, ['a', 'a']],
])('the cycle of %s', ([, imports, cycle]) => {
  expect(findCycle(new Map(Object.entries(imports)))).toEqual(cycle)
})
