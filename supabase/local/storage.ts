import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import { isShownType, typeOfBytes } from '../../src/domain/media/media.ts'
import type { Role } from '../../src/domain/people/role.ts'
import { writeFileAtomic } from '../../src/node/write-file-atomic.ts'
import { isSigned, requireSession } from './auth/tokens.ts'
import type { AuthServices } from './auth/users.ts'
import { currentCaller, readKey } from './http/callers.ts'
import type { Database } from './database/database.ts'
import type { Route } from './http/gateway.ts'
import type { Handler } from './http/http-server.ts'
import type { StorageAdapter } from './auth/lite.ts'
import { readBytes } from './http/read-bytes.ts'

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

  /**
   * The policies are asked before a file is sent, and not of a signed upload. Here bytes are written before the row, whose
   * trigger (private.guard_stored_file) refuses the same.
   */
  const refuseReplacement = async (bucket: string, key: string): Promise<void> => {
    if (currentCaller.getStore() === 'secretKey') return
    const stored = await database.sql('select from storage.objects where bucket_id = $1 and name = $2', [
      bucket,
      key,
    ])
    if (stored.length > 0)
      throw Object.assign(new Error('A stored file cannot be replaced'), { code: '42501' })
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
      await refuseReplacement(bucket, key)
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
      await refuseReplacement(toBucket, toKey)
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

const SIGNED_UPLOAD = /^\/storage\/v1\/object\/upload\/sign\//

/**
 * The refusal of an upload by nobody who is signed in or has a signed address, before its bytes are read; else null. Who
 * may upload where, the policies decide afterwards. Requests with JSON are for the service.
 */
export async function refuseUpload(
  request: Request,
  url: URL,
  services: Pick<AuthServices, 'database' | 'keys'>,
): Promise<Response | null> {
  const isUpload = request.method === 'POST' || request.method === 'PUT'
  const { secretKey, jwtSecret } = services.keys
  const isJson = request.headers.get('content-type')?.toLowerCase().startsWith('application/json') ?? false
  if (!isUpload || isJson || readKey(request, url) === secretKey) return null
  if (SIGNED_UPLOAD.test(url.pathname) && request.method === 'PUT')
    return isSigned(url.searchParams.get('token') ?? '', jwtSecret)
      ? null
      : storageError(400, 'InvalidJWT', 'The token of the address is not valid')
  const isKnown = await requireSession(request, services).then(
    () => true,
    () => false,
  )
  return isKnown ? null : storageError(403, 'Unauthorized', 'new row violates row-level security policy')
}

/** What a form may hold beside its file, in bytes. */
const MAX_FORM_FIELDS = 1024 * 1024

/**
 * An upload in the form lite understands: the file in the field `file`, its cache time in a header. supabase-js leaves
 * the field's name empty and puts the cache time in a field. A picture, font, film or sound is stored with the type that
 * all of its bytes say; the answer is a refusal when they say none, or when the file is larger than `maxBytes`.
 */
export async function rewriteUpload(request: Request, maxBytes: number): Promise<Request | Response> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!contentType.startsWith('multipart/form-data')) return rewriteRawUpload(request, contentType, maxBytes)
  const sentBytes = await readBytes(request, maxBytes + MAX_FORM_FIELDS)
  if (sentBytes === null) return tooLarge()
  const readable = new Response(sentBytes, { headers: { 'content-type': contentType } })
  const form = await readable.formData().catch(() => null)
  if (form === null) return storageError(400, 'InvalidRequest', 'The form could not be read')
  const sent = [...form.values()].find((value) => value instanceof File)
  const type = sent && (await storedType(sent.type, await sent.bytes()))
  if (type === null) return unsupportedType(sent?.type ?? '')
  const file = sent && new File([sent], sent.name, { type: type ?? '' })
  const cacheControl = form.get('cacheControl')
  const headers = new Headers(request.headers)
  headers.delete('content-type')
  headers.delete('content-length')
  if (typeof cacheControl === 'string') headers.set('cache-control', `max-age=${cacheControl}`)
  const body = new FormData()
  if (file !== undefined) body.set('file', file)
  return new Request(request.url, { method: request.method, headers, body })
}

async function rewriteRawUpload(
  request: Request,
  contentType: string,
  maxBytes: number,
): Promise<Request | Response> {
  if (request.body === null) return request
  // Some formats say what they are at their end.
  const body = await readBytes(request, maxBytes)
  if (body === null) return tooLarge()
  const type = await storedType(contentType, body)
  if (type === null) return unsupportedType(contentType)
  const headers = new Headers(request.headers)
  headers.set('content-type', type)
  // By its length lite limits a file.
  headers.set('content-length', String(body.length))
  return new Request(request.url, { method: request.method, headers, body })
}

function tooLarge(): Response {
  return storageError(413, 'Payload too large', 'The object exceeded the maximum allowed size')
}

/** A type without parameters, in lower case. */
function plainType(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase()
}

/** The type to store a file with, given the type it is sent with and its bytes; null when they contradict. */
export async function storedType(type: string, bytes: Uint8Array): Promise<string | null> {
  if (!needsBytes(type)) return type
  return typeOfBytes(plainType(type), (await fileTypeFromBuffer(bytes))?.mime)
}

/** Whether a file of this type is shown in place, so that its bytes must be of such a type. */
function needsBytes(type: string): boolean {
  return isShownType(plainType(type))
}

function unsupportedType(type: string): Response {
  return storageError(415, 'invalid_mime_type', `mime type ${plainType(type)} is not what the file is`)
}

/** An error as the hosted storage server answers it: status 400, its own status in the body. */
function storageError(statusCode: number, error: string, message: string): Response {
  return Response.json({ statusCode: String(statusCode), error, message }, { status: 400 })
}

/** The response with headers under which no stored file runs in the origin of the API. */
export function protectFile(response: Response): Response {
  const headers = new Headers(response.headers)
  const type = headers.get('content-type') ?? ''
  headers.set('x-content-type-options', 'nosniff')
  headers.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  if (plainType(type) !== 'application/json' && !needsBytes(type)) {
    headers.set('content-type', safeType(type))
    if (!headers.get('content-disposition')?.startsWith('attachment'))
      headers.set('content-disposition', 'attachment')
  }
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

const PUBLIC_PREFIX = '/storage/v1/object/public/'

/**
 * The bytes, both ends included, that a Range header asks for: null when the file has none of them, undefined for the whole
 * file, as for several ranges.
 */
function requestedRange(
  header: string | null,
  size: number,
): { start: number; end: number } | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start >= size) return null
  return start <= end ? { start, end } : undefined
}

/** A stored file of a public bucket. `is_usable`: whether the right to show it holds now; `is_limited`: that has an end. */
interface PublicFile {
  metadata: StoredMetadata
  is_usable: boolean
  is_limited: boolean
}

async function findPublicFile(
  database: Database,
  bucket: string,
  key: string,
): Promise<PublicFile | undefined> {
  const [file] = await database.sql<PublicFile>(
    `select o.metadata, coalesce(m.is_usable, true) as is_usable, coalesce(m.is_limited, false) as is_limited
     from storage.objects o join storage.buckets b on b.id = o.bucket_id, lateral (
       select bool_or(m.usable_until is not null) as is_limited,
         bool_and(private.is_usable(m.usable_from, m.usable_until, m.rights_override_at, now())) as is_usable
       from public.media m where o.bucket_id = 'media' and o.name in (m.storage_path, m.thumbnail_path)
     ) m
     where b.public and o.bucket_id = $1 and o.name = $2`,
    [bucket, key],
  )
  return file
}

const FILE_PREFIX = '/storage/v1/object/'
const STAFF: readonly unknown[] = ['super_admin', 'editor', 'contributor'] satisfies Role[]

/**
 * `/storage/v1/object/<bucket>/<path>`: refuses a file of a public bucket that the folder has lost, and one whose right has ended
 * or not begun, which lite gives to everybody, except to staff and to the secret key. Passes all else on.
 */
export function withheldFilesRoute(folder: string, database: Database, api: Handler): Route {
  const roleOf = async (request: Request): Promise<unknown> => {
    const url = new URL('/rest/v1/rpc/current_role_name', request.url)
    const { headers } = request
    const sent = { apikey: headers.get('apikey') ?? '', authorization: headers.get('authorization') ?? '' }
    const response = await api(new Request(url, { method: 'POST', headers: sent }))
    return response.ok ? response.json() : null
  }
  const answer = async (request: Request, url: URL): Promise<Response | null> => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead) return null
    const [bucket = '', ...rest] = decodePath(url.pathname)
      .slice(FILE_PREFIX.length)
      .replace(/^(?:authenticated|info)\//, '')
      .split('/')
    const key = rest.join('/')
    const file = await findPublicFile(database, bucket, key)
    if (file !== undefined && !existsSync(objectFile(folder, bucket, key)))
      return storageError(404, 'not_found', 'Object not found')
    if (file === undefined || file.is_usable || currentCaller.getStore() === 'secretKey') return null
    const isStaff = currentCaller.getStore() === 'signedIn' && STAFF.includes(await roleOf(request))
    return isStaff ? null : storageError(404, 'not_found', 'Object not found')
  }
  return { prefix: FILE_PREFIX, answer }
}

/**
 * `/storage/v1/object/public/<bucket>/<path>`: files of public buckets without a key, whole or a range of bytes, with
 * caching headers. One whose right has ended or not begun is there for the secret key alone.
 */
export function publicFilesRoute(folder: string, database: Database): Route {
  const answer = async (request: Request, url: URL): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return Response.json({ message: 'Method not allowed' }, { status: 405 })
    const [bucket = '', ...rest] = decodePath(url.pathname).slice(PUBLIC_PREFIX.length).split('/')
    const key = rest.join('/')
    const object = await findPublicFile(database, bucket, key)
    const isKnown = object?.is_usable || currentCaller.getStore() === 'secretKey'
    if (object === undefined || !isKnown) return storageError(404, 'not_found', 'Object not found')

    const { mimetype, eTag, size, lastModified } = object.metadata
    // A browser that keeps it would show it after its end.
    const cacheControl = object.is_limited ? 'no-cache' : object.metadata.cacheControl
    const download = url.searchParams.get('download')
    const headers = {
      'content-type': mimetype,
      'content-length': String(size),
      'cache-control': cacheControl === 'no-cache' ? 'no-cache' : `public, ${cacheControl}`,
      etag: eTag,
      'last-modified': new Date(lastModified).toUTCString(),
      'accept-ranges': 'bytes',
      ...(download !== null && { 'content-disposition': attachment(download || (rest.at(-1) ?? '')) }),
    }
    if (request.headers.get('if-none-match')?.includes(eTag))
      return new Response(null, { status: 304, headers })
    if (request.method === 'HEAD') return protectFile(new Response(null, { headers }))
    const isOfThisFile = (request.headers.get('if-range') ?? eTag) === eTag
    const range = isOfThisFile ? requestedRange(request.headers.get('range'), size) : undefined
    if (range === null)
      return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } })
    const body = Readable.toWeb(createReadStream(objectFile(folder, bucket, key), range)) as ReadableStream
    if (range === undefined) return protectFile(new Response(body, { headers }))
    const { start, end } = range
    const ofPart = {
      'content-length': String(end - start + 1),
      'content-range': `bytes ${start}-${end}/${size}`,
    }
    return protectFile(new Response(body, { status: 206, headers: { ...headers, ...ofPart } }))
  }
  return { prefix: PUBLIC_PREFIX, answer }
}

/** A path without percent signs, as lite reads it. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** HTML and XML become plain text: an uploaded page must not run in the origin of the API. */
function safeType(mimetype: string): string {
  const type = plainType(mimetype)
  return /html|xml|xsl|script/.test(type) && type !== 'image/svg+xml' ? 'text/plain; charset=utf-8' : mimetype
}

function attachment(name: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
}
