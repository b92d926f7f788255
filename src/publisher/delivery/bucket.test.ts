import { describe, expect, test } from 'vitest'
import type { BucketSettings } from '../../backend/env/delivery-env.ts'
import { describeRefusal, parseListing } from './bucket.ts'

test('reads the keys and ETags of a listing, and where it goes on', () => {
  const xml = `<?xml version="1.0"?><ListBucketResult><Name>b</Name><IsTruncated>true</IsTruncated>
    <NextContinuationToken>1/a+b==</NextContinuationToken>
    <Contents><Key>a &amp;amp; &#x27;b&#39;</Key><ETag>&quot;0cc1&quot;</ETag><Size>1</Size></Contents>
    <Contents><Key>article/x</Key><ETag>"d41d-2"</ETag></Contents></ListBucketResult>`
  expect(parseListing(xml)).toEqual({
    objects: [
      { key: "a &amp; 'b'", etag: '0cc1' },
      { key: 'article/x', etag: 'd41d-2' },
    ],
    nextToken: '1/a+b==',
  })
  expect(parseListing('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')).toEqual({
    objects: [],
    nextToken: null,
  })
})

describe('a refusal says what to look at', () => {
  const settings = { bucket: 'magazine' } as BucketSettings
  const error = (code: string) => `<Error><Code>${code}</Code><Message>Sorry.</Message></Error>`

  test.each([
    [403, 'InvalidAccessKeyId', 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'],
    [403, 'SignatureDoesNotMatch', 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'],
    [403, 'AccessDenied', 'The key may not list, read, write and delete in the bucket magazine'],
    [404, 'NoSuchBucket', 'There is no bucket magazine'],
    [301, 'PermanentRedirect', 'S3_REGION and S3_ENDPOINT'],
    [400, 'AuthorizationHeaderMalformed', 'S3_REGION'],
    [403, 'RequestTimeTooSkewed', 'clock'],
    [507, 'XMinioStorageFull', 'no space left'],
    [403, 'QuotaExceeded', 'no space left'],
    [413, 'EntityTooLarge', 'refused a request (EntityTooLarge: Sorry.)'],
  ])('%i %s', (status, code, words) => {
    expect(describeRefusal({ status, text: error(code) }, settings)).toContain(words)
  })

  test('of a server that says nothing', () => {
    expect(describeRefusal({ status: 418, text: 'tea' }, settings)).toContain('status 418')
  })
})
