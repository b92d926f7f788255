import { describe, expect, test } from 'vitest'
import { readDelivery } from './delivery-env.ts'

const BUCKET = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'magazine',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}

describe('the site is delivered', () => {
  test('nowhere when nothing is set', () => {
    expect(readDelivery({})).toBeNull()
    expect(readDelivery({ S3_ENDPOINT: ' ', PURGE: '' })).toBeNull()
  })

  test('to a bucket, without purges and compression, unless they are asked for', () => {
    expect(readDelivery(BUCKET)).toEqual({
      bucket: {
        endpoint: 'https://s3.example',
        bucket: 'magazine',
        prefix: '',
        region: 'us-east-1',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
      },
      purge: null,
      encoding: null,
    })
  })

  test.each(['site', '/site/', 'site/'])('into a folder of the bucket: %s', (prefix) => {
    expect(readDelivery({ ...BUCKET, S3_PREFIX: prefix })?.bucket.prefix).toBe('site/')
  })

  test('and the cache of a service is purged', () => {
    const keys = {
      CLOUDFLARE_ZONE_ID: 'z',
      CLOUDFLARE_API_TOKEN: 't',
      BUNNY_PULL_ZONE_ID: '7',
      BUNNY_API_KEY: 'k',
    }
    expect(readDelivery({ ...BUCKET, ...keys, PURGE: 'cloudflare' })?.purge).toEqual({
      service: 'cloudflare',
      zoneId: 'z',
      apiToken: 't',
    })
    expect(readDelivery({ ...BUCKET, ...keys, PURGE: 'bunny' })?.purge).toEqual({
      service: 'bunny',
      pullZoneId: '7',
      apiKey: 'k',
    })
  })
})

test.each([
  [
    { ...BUCKET, S3_ENDPOINT: 's3.example' },
    'S3_ENDPOINT must be an http(s) address, but it is "s3.example"',
  ],
  [{ S3_BUCKET: 'magazine' }, 'S3_ENDPOINT is not set'],
  [{ S3_ENDPOINT: 'https://s3.example' }, 'S3_BUCKET is not set'],
  [{ ...BUCKET, S3_BUCKET: 'https://s3.example/magazine' }, 'S3_BUCKET must be the name of a bucket'],
  [{ ...BUCKET, S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY is not set'],
  [{ ...BUCKET, S3_CONTENT_ENCODING: 'zip' }, 'S3_CONTENT_ENCODING must be none, gzip or br'],
  [{ ...BUCKET, PURGE: 'akamai' }, 'PURGE must be none, cloudflare, fastly or bunny'],
  [{ ...BUCKET, PURGE: 'fastly' }, 'FASTLY_SERVICE_ID is not set'],
  [{ PURGE: 'fastly' }, 'there is no bucket'],
])('the variable that is missing or wrong is named: %j', (env, message) => {
  expect(() => readDelivery(env)).toThrow(message)
})
