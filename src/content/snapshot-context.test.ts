import { expect, test } from 'vitest'
import { emptyRows } from '../../tests/support/content-rows.ts'
import { createSnapshot } from './snapshot.ts'
import { currentSnapshot, setCurrentSnapshot } from './snapshot-context.ts'

test('the current snapshot is the last one set; there is none before the first', () => {
  expect(() => currentSnapshot()).toThrow('setCurrentSnapshot() has not been called')
  const first = createSnapshot(emptyRows(), new Map(), 'https://mantel.example')
  setCurrentSnapshot(first)
  expect(currentSnapshot()).toBe(first)
  setCurrentSnapshot(first.with({}))
  expect(currentSnapshot()).not.toBe(first)
})
