import { expect, test } from 'vitest'
import { BackendError } from '../../backend/errors.ts'
import { describeError } from './describe-error.ts'

const taken = (constraint: string) =>
  new BackendError('duplicate', '23505', `duplicate key value violates unique constraint "${constraint}"`)

test('a failed connection is described as such, unless the caller has shorter words', () => {
  const network = new BackendError('network', null, 'TypeError: Failed to fetch')
  expect(describeError(network)).toBe('There is no connection. Nothing is lost: try again.')
  expect(describeError(network, { otherwise: 'Sync failed' })).toBe(describeError(network))
  expect(describeError(network, { network: 'No connection' })).toBe('No connection')
})

test("a refusal worded for people is repeated, PostgreSQL's own wording is not", () => {
  expect(describeError(new BackendError('denied', null, 'Sign-up is closed'))).toBe('Sign-up is closed')
  expect(describeError(new BackendError('denied', '42501', 'permission denied for table tags'))).toBe(
    'Your account is not allowed to do this.',
  )
  expect(describeError(new BackendError('not-found', 'PGRST116', 'multiple (or no) rows'))).toBe(
    'Somebody has deleted it in the meantime.',
  )
  expect(describeError(new BackendError('invalid', '23514', 'The text is too long'))).toBe(
    'The text is too long',
  )
})

test("the file storage's own messages are not shown", () => {
  const policy = new BackendError('denied', 'AccessDenied', 'new row violates row-level security policy')
  expect(describeError(policy)).toBe('Your account is not allowed to do this.')
  for (const [kind, code, text] of [
    ['invalid', 'EntityTooLarge', 'The file is too large.'],
    ['invalid', 'InvalidMimeType', 'This kind of file cannot be used here.'],
    ['duplicate', 'KeyAlreadyExists', 'A file with this name is already there. Please try again.'],
    ['not-found', 'NoSuchKey', 'The file is gone already.'],
  ] as const) {
    expect(describeError(new BackendError(kind, code, 'The resource already exists'))).toBe(text)
  }
})

test('a duplicate is described by its unique constraint', () => {
  const words = { duplicate: { tags_name_key: 'The name is taken', tags_slug_key: 'The address is taken' } }
  expect(describeError(taken('tags_name_key'), words)).toBe('The name is taken')
  expect(describeError(taken('tags_slug_key'), words)).toBe('The address is taken')
  expect(describeError(taken('tags_pkey'), words)).toContain('tags_pkey')
  expect(describeError(taken('tags_slug_key'), { duplicate: 'It is taken' })).toBe('It is taken')
})

test("without a reason of the server, the caller's words are used", () => {
  expect(describeError(new BackendError('unknown', null, ''), { otherwise: 'Try again' })).toBe('Try again')
  expect(describeError(new TypeError('x is undefined'), { otherwise: 'Try again' })).toBe('Try again')
  expect(describeError(new TypeError('x is undefined'))).toBe('Something went wrong. Please try again.')
})
