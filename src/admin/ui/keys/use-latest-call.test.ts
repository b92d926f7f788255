import { expect, test } from 'vitest'
import { latestCall } from './use-latest-call.ts'

test('a call is the latest until another one is begun, also where that was answered before', () => {
  const begin = latestCall()
  const isFirst = begin()
  expect(isFirst()).toBe(true)
  const isSecond = begin()
  expect(isSecond()).toBe(true)
  expect(isFirst()).toBe(false)
})
