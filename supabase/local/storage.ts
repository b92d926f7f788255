import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { writeFileAtomic } from '../../src/publisher/write-file-atomic.ts'
import type { Database } from './database.ts'
import type { Route } from './gateway.ts'
import type { StorageAdapter } from './lite.ts'

type Metadata = Awaited<ReturnType<StorageAdapter['headObject']>>

/** The column `metadata` of storage.objects. */
interface StoredMetadata {
  mimetype: string
  cacheControl: string
  eTag: string
  size: number
  lastModified: string
}

/** The file of a stored object. The name is hashed, so that any key is a valid file name of fixed length. */
function objectFile(folder: string, bucket: string, key: string): string {
  const name = createHash('sha256').update(key).digest('hex')
  return join(folder, createHash('sha256').update(bucket).digest('hex').slice(0, 16), name.slice(0, 2), name)
}

/** Lite's storage adapter on a folder. The folder holds the bytes, storage.objects the metadata. */
export function folderStorage(folder: string, database: Database): StorageAdapter {
  const fileOf = (bucket: string, key: string) => objectFile(folder, bucket, key)

  const readMetadata = async (bucket: string, key: string): Promise<Metadata> => {
    const [row] = await database.sql<{ metadata: StoredMetadata }>(
      'select metadata from storage.objects where bucket_id = $1 and name = $2',
      [bucket, key],
    )
    if (row === undefined) throw new Error(`No object ${bucket}/${key}`)
    const { metadata } = row
    return { ...metadata, contentLength: metadata.size, lastModified: new Date(metadata.lastModified) }
  }

  const remove = (bucket: string, key: string) => rm(fileOf(bucket, key), { force: true })

  return {
    driver: null,

    getObject: async (bucket, key) => {
      const metadata = await readMetadata(bucket, key)
      const body = Readable.toWeb(createReadStream(fileOf(bucket, key)))
      return { metadata, httpStatusCode: 200, body }
    },

    uploadObject: async (bucket, key, _version, body, contentType, cacheControl) => {
      const chunks = body instanceof Uint8Array ? [body] : (body as unknown as AsyncIterable<Uint8Array>)
      const hash = createHash('md5')
      let size = 0
      async function* measured() {
        for await (const chunk of chunks) {
          hash.update(chunk)
          size += chunk.byteLength
          yield chunk
        }
      }
      await writeFileAtomic(fileOf(bucket, key), measured())
      const eTag = `"${hash.digest('hex')}"`
      const lastModified = new Date()
      return { mimetype: contentType, cacheControl, eTag, size, contentLength: size, lastModified }
    },

    deleteObject: (bucket, key) => remove(bucket, key),

    deleteObjects: async (bucket, keys) => {
      await Promise.all(keys.map((key) => remove(bucket, key)))
    },

    copyObject: async (bucket, key, _version, toBucket, toKey) => {
      const metadata = await readMetadata(bucket, key)
      const target = fileOf(toBucket, toKey)
      await mkdir(dirname(target), { recursive: true })
      await copyFile(fileOf(bucket, key), target)
      return { httpStatusCode: 200, eTag: metadata.eTag, lastModified: new Date() }
    },

    headObject: readMetadata,

    privateAssetUrl: async (bucket, key) => `file://${fileOf(bucket, key)}`,
  }
}

/**
 * An upload in the form lite understands: the file in the field `file`, its cache time in a header. supabase-js leaves
 * the field's name empty and puts the cache time in a field.
 */
export async function rewriteUpload(request: Request): Promise<Request> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return request
  const form = await request.formData()
  const file = [...form.values()].find((value) => value instanceof File)
  const cacheControl = form.get('cacheControl')
  const headers = new Headers(request.headers)
  headers.delete('content-type')
  headers.delete('content-length')
  if (typeof cacheControl === 'string') headers.set('cache-control', `max-age=${cacheControl}`)
  const body = new FormData()
  if (file !== undefined) body.set('file', file)
  return new Request(request.url, { method: request.method, headers, body })
}

const PUBLIC_PREFIX = '/storage/v1/object/public/'

/** `/storage/v1/object/public/<bucket>/<path>`: files of public buckets without a key, with caching headers. */
export function publicFilesRoute(folder: string, database: Database): Route {
  const answer = async (request: Request, url: URL): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return Response.json({ message: 'Method not allowed' }, { status: 405 })
    const [bucket = '', ...rest] = decodePath(url.pathname.slice(PUBLIC_PREFIX.length)).split('/')
    const key = rest.join('/')
    const [object] = await database.sql<{ metadata: StoredMetadata }>(
      `select o.metadata from storage.objects o join storage.buckets b on b.id = o.bucket_id
       where b.public and o.bucket_id = $1 and o.name = $2`,
      [bucket, key],
    )
    if (object === undefined) {
      const body = { statusCode: '404', error: 'not_found', message: 'Object not found' }
      return Response.json(body, { status: 400 })
    }

    const { mimetype, cacheControl, eTag, size, lastModified } = object.metadata
    const download = url.searchParams.get('download')
    const headers = {
      'content-type': safeType(mimetype),
      'content-length': String(size),
      'cache-control': cacheControl === 'no-cache' ? 'no-cache' : `public, ${cacheControl}`,
      etag: eTag,
      'last-modified': new Date(lastModified).toUTCString(),
      'x-content-type-options': 'nosniff',
      ...(download !== null && { 'content-disposition': attachment(download || (rest.at(-1) ?? '')) }),
    }
    if (request.headers.get('if-none-match')?.includes(eTag))
      return new Response(null, { status: 304, headers })
    if (request.method === 'HEAD') return new Response(null, { headers })
    const body = Readable.toWeb(createReadStream(objectFile(folder, bucket, key))) as ReadableStream
    return new Response(body, { headers })
  }
  return { prefix: PUBLIC_PREFIX, answer }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** HTML and XML become plain text: an uploaded page must not run in the origin of the API. */
function safeType(mimetype: string): string {
  return /html|xml(?!.*svg)/.test(mimetype) && !mimetype.startsWith('image/svg')
    ? 'text/plain; charset=utf-8'
    : mimetype
}

function attachment(name: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
}
