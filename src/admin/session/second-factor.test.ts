import { expect, test } from 'vitest'
import { BackendError } from '../../backend/errors.ts'
import { codeMessage } from './second-factor.ts'

test.each([
  [
    new BackendError('invalid', 'mfa_verification_failed', 'Invalid TOTP code entered'),
    /wrong or has been used/,
  ],
  [new BackendError('rate-limited', 'over_request_rate_limit', 'x'), /wait five minutes/],
  [new BackendError('network', null, ''), /cannot be reached/],
  [new BackendError('unknown', null, ''), /could not be checked/],
])('a code that is not taken has a text: %s', (error, text) => expect(codeMessage(error)).toMatch(text))
