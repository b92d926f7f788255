import * as z from 'zod/mini'
import { readUrl } from './env.ts'
import { type Source, read } from './read-variable.ts'

/** A bucket that speaks the S3 protocol, and a key that may list, read, write and delete in it. */
export interface BucketSettings {
  /** Without the bucket: https://s3.eu-central-1.amazonaws.com. */
  endpoint: string
  bucket: string
  /** What all keys begin with: empty, or a folder that ends in a slash. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** The CDN in front of the bucket, whose cache is purged. */
export type PurgeSettings =
  | { service: 'cloudflare'; zoneId: string; apiToken: string }
  | { service: 'fastly'; serviceId: string; apiToken: string }
  | { service: 'bunny'; pullZoneId: string; apiKey: string }

const tokenSchema = z.string().check(z.minLength(1))
const bucketSchema = z
  .string()
  .check(z.regex(/^[\w.-]{3,255}$/, 'must be the name of a bucket, without address and slashes'))
const prefixSchema = z
  .string()
  .check(z.regex(/^[\w!.*'()/-]+$/, 'must be a folder in the bucket, such as "site"'))
const encodingSchema = z.enum(['none', 'gzip', 'br'], 'must be none, gzip or br')
const purgeSchema = z.enum(
  ['none', 'cloudflare', 'fastly', 'bunny'],
  'must be none, cloudflare, fastly or bunny',
)

/**
 * Where the built site is delivered to beside its folder: null, or a bucket. Throws an error that names the variable
 * that is missing or wrong.
 */
export function readDelivery(source: Source = process.env) {
  const service = read(source, 'PURGE', purgeSchema, 'none')
  if (!source.S3_ENDPOINT?.trim() && !source.S3_BUCKET?.trim()) {
    if (service === 'none') return null
    throw new Error(`PURGE is "${service}", but there is no bucket: S3_ENDPOINT and S3_BUCKET are not set.`)
  }
  const encoding = read(source, 'S3_CONTENT_ENCODING', encodingSchema, 'none')
  const bucket = readBucket(source, 'S3_')
  return {
    bucket,
    purge: service === 'none' ? null : readPurge(source, service),
    // Null: stored as in the folder, for a host that compresses by itself.
    encoding: encoding === 'none' ? null : encoding,
  }
}

/** A bucket by variables whose names begin with `start`: `S3_ENDPOINT`, `BACKUP_S3_ENDPOINT`. */
export function readBucket(source: Source, start: string): BucketSettings {
  const folder = source[`${start}PREFIX`]?.trim() ? read(source, `${start}PREFIX`, prefixSchema) : ''
  return {
    endpoint: readUrl(source, `${start}ENDPOINT`),
    bucket: read(source, `${start}BUCKET`, bucketSchema),
    prefix: folder && `${folder.replace(/^\/+|\/+$/g, '')}/`,
    // R2 and MinIO take it for their own; S3 itself names the right one when it is wrong.
    region: read(source, `${start}REGION`, tokenSchema, 'us-east-1'),
    accessKeyId: read(source, `${start}ACCESS_KEY_ID`, tokenSchema),
    secretAccessKey: read(source, `${start}SECRET_ACCESS_KEY`, tokenSchema),
  }
}

function readPurge(source: Source, service: PurgeSettings['service']): PurgeSettings {
  const text = (name: string) => read(source, name, tokenSchema)
  switch (service) {
    case 'cloudflare':
      return { service, zoneId: text('CLOUDFLARE_ZONE_ID'), apiToken: text('CLOUDFLARE_API_TOKEN') }
    case 'fastly':
      return { service, serviceId: text('FASTLY_SERVICE_ID'), apiToken: text('FASTLY_API_TOKEN') }
    case 'bunny':
      return { service, pullZoneId: text('BUNNY_PULL_ZONE_ID'), apiKey: text('BUNNY_API_KEY') }
  }
}
