import { expect, test } from 'vitest'
import { snapshotOf } from '../../tests/support/content-rows.ts'
import { currentSnapshot, setCurrentSnapshot } from './snapshot-context.ts'

test('the current snapshot is the last one set; there is none before the first', () => {
  expect(() => currentSnapshot()).toThrow('setCurrentSnapshot() has not been called')
  const first = snapshotOf()
  setCurrentSnapshot(first)
  expect(currentSnapshot()).toBe(first)
  setCurrentSnapshot(first.with({}))
  expect(currentSnapshot()).not.toBe(first)
})
