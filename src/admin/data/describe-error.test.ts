import { expect, test } from 'vitest'
import { BackendError } from '../../backend/errors.ts'
import { describeError, serverText } from './describe-error.ts'

test('without a connection everything says so, and that nothing is lost', () => {
  const network = new BackendError('network', null, 'TypeError: Failed to fetch')
  expect(describeError(network)).toBe('There is no connection. Nothing is lost: try again.')
  expect(serverText(network, 'Error running sync')).toBe(describeError(network))
})

test('what the server says is repeated; what nobody wrote for people is not', () => {
  expect(serverText(new BackendError('denied', null, 'Sign-up is closed'), 'Please try again.')).toBe(
    'Sign-up is closed',
  )
  expect(serverText(new BackendError('unknown', null, ''), 'Please try again.')).toBe('Please try again.')
  expect(serverText(new TypeError('x is undefined'), 'Please try again.')).toBe('Please try again.')
})
