import crypto from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import { AwsClient } from 'aws4fetch'
import type { BucketSettings } from '../../../src/backend/env/delivery-env.ts'
import { Bucket } from '../../../src/publisher/delivery/bucket.ts'
import { forEachLimit } from '../../../src/node/for-each-limit.ts'

const SUFFIX = '._S3rver_object'
const NAME = 'magazine'

/** For requests to its website's host. */
const WEBSITE = `<WebsiteConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
  <IndexDocument><Suffix>index.html</Suffix></IndexDocument>
  <ErrorDocument><Key>404.html</Key></ErrorDocument>
</WebsiteConfiguration>`
/** The one account of the server. */
const KEY = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/**
 * Where a list goes on, the server encrypts with DES, which Node no longer has. Triple DES with the same key three
 * times is DES.
 */
function restoreDes(): void {
  const { createCipheriv, createDecipheriv } = crypto
  const tripled = (key: unknown) => Buffer.concat([key, key, key] as Buffer[])
  crypto.createCipheriv = ((name: string, key: unknown, iv: Buffer) =>
    name === 'des'
      ? createCipheriv('des-ede3-cbc', tripled(key), iv)
      : createCipheriv(name, key as Buffer, iv)) as typeof createCipheriv
  crypto.createDecipheriv = ((name: string, key: unknown, iv: Buffer) =>
    name === 'des'
      ? createDecipheriv('des-ede3-cbc', tripled(key), iv)
      : createDecipheriv(name, key as Buffer, iv)) as typeof createDecipheriv
  restored = true
}
let restored = false

/** An S3 server that keeps the bucket in `directory`, and takes signed requests only from its own key. */
export async function startS3Server(directory: string) {
  await mkdir(directory, { recursive: true })
  if (!restored) restoreDes()
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name: NAME, configs: [WEBSITE] }],
  })
  // It lists folder by folder, so that a page of its list may miss keys; S3 lists by key.
  server.store.listObjects = async (bucket, { prefix = '', startAfter = '', maxKeys = 1_000 }) => {
    const keys = (await keysIn(join(directory, bucket)))
      .filter((key) => key.startsWith(prefix) && key > startAfter)
      .sort()
    const objects: Awaited<ReturnType<typeof server.store.listObjects>>['objects'] = []
    // Not all at once, for want of file handles.
    await forEachLimit(keys.slice(0, maxKeys), 16, async (key) => {
      const metadata = await server.store.getMetadata(bucket, key)
      const lastModifiedDate = new Date(metadata['last-modified'] ?? 0)
      objects.push({ key, metadata, size: Number(metadata['content-length']), lastModifiedDate })
    })
    objects.sort((a, b) => (a.key < b.key ? -1 : 1))
    return { objects, commonPrefixes: [], isTruncated: keys.length > maxKeys }
  }
  const { port } = await server.run()
  return {
    port,
    /** Settings of the bucket for a client; `url`: of a proxy before the server. */
    settings: (url = `http://127.0.0.1:${port}`): BucketSettings => ({
      endpoint: url,
      bucket: NAME,
      prefix: '',
      region: 'us-east-1',
      ...KEY,
    }),
    close: () => server.close(),
  }
}

export type S3Server = Awaited<ReturnType<typeof startS3Server>>

async function keysIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(SUFFIX))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).slice(0, -SUFFIX.length))
}

/** An object as the bucket answers it. */
export interface StoredObject {
  bytes: Buffer
  headers: Record<string, string>
}

const STORED_HEADERS = ['content-type', 'cache-control', 'content-encoding'] as const

/** Everything in a bucket, by key. */
export async function readBucket(settings: BucketSettings): Promise<Map<string, StoredObject>> {
  const client = new AwsClient({ ...settings, service: 's3' })
  const objects = new Map<string, StoredObject>()
  for await (const listed of new Bucket(settings).list()) {
    for (const { key } of listed) {
      const path = (settings.prefix + key).split('/').map(encodeURIComponent).join('/')
      const { url, headers } = await client.sign(`${settings.endpoint}/${settings.bucket}/${path}`)
      // Not by fetch, which would decompress the bytes.
      const sent = request(url, { headers: Object.fromEntries(headers) }).end()
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      if (answer.statusCode !== 200) throw new Error(`${key}: ${answer.statusCode}`)
      const stored = STORED_HEADERS.map((name) => [name, answer.headers[name]] as const)
      objects.set(key, {
        bytes: await buffer(answer),
        headers: Object.fromEntries(stored.filter(([, value]) => value !== undefined)) as Record<
          string,
          string
        >,
      })
    }
  }
  return objects
}
