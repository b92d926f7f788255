import { expect, test } from 'vitest'
import { toBackendError } from '../../backend/errors.ts'
import { loadFailureText } from './own-profile.ts'

test.each([
  [{ message: 'TypeError: Failed to fetch' }, 0, 'The server cannot be reached.'],
  [{ message: 'AbortError: signal is aborted' }, 0, 'The server cannot be reached.'],
  [{ message: 'slow down' }, 429, 'The server has had too many requests.'],
  [{ message: '<h1>Bad Gateway</h1>' }, 502, 'The server has a problem.'],
  [{ code: '53100', message: 'could not extend file' }, 500, 'The server has a problem.'],
])('a profile that could not be loaded has a reason: %j with status %i', (error, status, text) =>
  expect(loadFailureText(toBackendError(error, status))).toBe(text),
)
