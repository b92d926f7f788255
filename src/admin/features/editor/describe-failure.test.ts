import { expect, test } from 'vitest'
import { BackendError } from '../../../backend/errors.ts'
import { describeFailure } from './describe-failure.ts'
import { SaveFailure } from './saving/state.ts'

test('only a conflict is described as what somebody else has saved', () => {
  const text = 'Somebody has changed it.'
  expect(describeFailure(new SaveFailure('conflict', ''), text)).toBe(text)
  const offline = new SaveFailure('network', '', new BackendError('network', null, 'Failed to fetch'))
  expect(describeFailure(offline, text)).toBe('There is no connection. Nothing is lost: try again.')
  const denied = new SaveFailure('denied', 'You are not allowed to save this article.')
  expect(describeFailure(denied, text)).toBe('You are not allowed to save this article.')
})
