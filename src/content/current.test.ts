import { expect, test } from 'vitest'
import { currentSnapshot, setCurrentSnapshot } from './current.ts'
import { createSnapshot } from './snapshot.ts'
import { emptyRows } from './test-rows.ts'

test('the current snapshot is the last one set, and a page before the first is an error', () => {
  expect(() => currentSnapshot()).toThrow('No content has been loaded yet')
  const first = createSnapshot(emptyRows(), new Map(), 'https://mantel.example')
  setCurrentSnapshot(first)
  expect(currentSnapshot()).toBe(first)
  setCurrentSnapshot(first.with({}))
  expect(currentSnapshot()).not.toBe(first)
})
