import { describe, expect, test } from 'vitest'
import { BackendError, toBackendError } from './errors.ts'
import { isBusy, isUnreached } from './server-state.ts'

function postgrest(code: string) {
  return { message: 'why', details: '', hint: null, code }
}

describe('what the backend refuses', () => {
  test.each([
    ['42501', 'denied'],
    ['23505', 'duplicate'],
    ['PT409', 'conflict'],
    ['PT404', 'not-found'],
    ['PT429', 'rate-limited'],
    ['PGRST116', 'not-found'],
    ['22P02', 'invalid'],
    ['23514', 'invalid'],
    ['XX000', 'unknown'],
    ['invalid_credentials', 'denied'],
    ['user_already_exists', 'duplicate'],
    ['weak_password', 'invalid'],
  ])('%s is %s', (code, kind) => {
    expect(toBackendError(postgrest(code))).toMatchObject({ kind, code, message: 'why' })
  })

  test('the code outranks the status of the answer', () => {
    expect(toBackendError(postgrest('23505'), 409).kind).toBe('duplicate')
  })

  test('names the unique constraint of a duplicate', () => {
    const message = 'duplicate key value violates unique constraint "tags_slug_key"'
    expect(toBackendError({ ...postgrest('23505'), message }).constraint).toBe('tags_slug_key')
    expect(toBackendError(postgrest('23505')).constraint).toBeNull()
    expect(toBackendError({ ...postgrest('23514'), message }).constraint).toBeNull()
  })

  test('an error without a known code is classified by its status', () => {
    expect(toBackendError({ message: 'slow down', status: 429 }).kind).toBe('rate-limited')
    expect(toBackendError({ message: 'The object exceeded', statusCode: '413' }).kind).toBe('invalid')
    expect(toBackendError({ message: '<html>' }, 502).kind).toBe('unknown')
  })
})

describe('what Storage refuses with status 400', () => {
  const POLICY = 'new row violates row-level security policy'
  test.each([
    ['403', 'AccessDenied', 'Unauthorized', POLICY, 'denied'],
    ['403', '', 'Unauthorized', POLICY, 'denied'],
    ['409', 'KeyAlreadyExists', 'Duplicate', 'The resource already exists', 'duplicate'],
    ['409', '', 'Duplicate', 'The resource already exists', 'duplicate'],
    ['413', 'EntityTooLarge', 'Payload too large', 'The object exceeded the maximum allowed size', 'invalid'],
    ['415', 'InvalidMimeType', 'invalid_mime_type', 'mime type text/html is not supported', 'invalid'],
    ['404', 'NoSuchKey', 'not_found', 'Object not found', 'not-found'],
    ['404', 'NewCodeOfStorage', 'NewCodeOfStorage', 'Object not found', 'not-found'],
  ])('%s %s %s: %s is %s', (statusCode, code, error, message, kind) => {
    const body = { statusCode, error, message, ...(code === '' ? {} : { code }) }
    expect(toBackendError(body, 400).kind).toBe(kind)
    expect(toBackendError({ ...body, name: 'StorageApiError', status: 400 }).kind).toBe(kind)
  })
})

describe('no answer at all', () => {
  test.each([
    new TypeError('Failed to fetch'),
    new TypeError('fetch failed'),
    new TypeError('NetworkError when attempting to fetch resource.'),
    { message: 'TypeError: Load failed', details: '', hint: '', code: '' },
    { name: 'AuthRetryableFetchError', message: 'fetch failed', status: 0, code: undefined },
  ])('is a network error: %s', (error) => {
    expect(toBackendError(error)).toMatchObject({ kind: 'network', code: null })
  })
})

test('an error that is typed already stays itself', () => {
  const error = new BackendError('conflict', 'PT409', 'saved by someone else')
  expect(toBackendError(error)).toBe(error)
})

test('anything else still becomes an error with a message', () => {
  expect(toBackendError('odd')).toMatchObject({ kind: 'unknown', message: 'odd' })
  expect(toBackendError(undefined)).toMatchObject({ kind: 'unknown', message: '' })
})

test.each([
  [{ message: 'TypeError: fetch failed' }, { unreached: true, busy: false }],
  [{ message: 'AbortError: This operation was aborted' }, { unreached: true, busy: true }],
  [postgrest('57P01'), { unreached: true, busy: true }],
  [postgrest('57014'), { unreached: false, busy: true }],
  [postgrest('42501'), { unreached: false, busy: false }],
])('a server that is slow is told from one that is away: %j', (thrown, { unreached, busy }) => {
  const error = toBackendError(thrown)
  expect([isUnreached(error), isBusy(error)]).toEqual([unreached, busy])
})
