import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { Database } from './database.ts'
import { json } from './replies.ts'
import { objectFile, type StoredMetadata } from './storage-files.ts'

const PREFIX = '/storage/v1/object/public/'

/** Serves `/storage/v1/object/public/<bucket>/<path>` of public buckets, to anybody, with validators for caches. */
export function publicFiles(
  folder: string,
  database: Database,
): (request: Request, url: URL) => Promise<Response> {
  return async (request, url) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return json({ message: 'Method not allowed' }, 405)
    const [bucket = '', ...rest] = decodePath(url.pathname.slice(PREFIX.length)).split('/')
    const key = rest.join('/')
    const [object] = await database.sql<{ metadata: StoredMetadata }>(
      `select o.metadata from storage.objects o join storage.buckets b on b.id = o.bucket_id
       where b.public and o.bucket_id = $1 and o.name = $2`,
      [bucket, key],
    )
    if (object === undefined)
      return json({ statusCode: '404', error: 'not_found', message: 'Object not found' }, 400)

    const { mimetype, cacheControl, eTag, size, lastModified } = object.metadata
    const headers: Record<string, string> = {
      'content-type': safeType(mimetype),
      'cache-control': cacheControl === 'no-cache' ? 'no-cache' : `public, ${cacheControl}`,
      etag: eTag,
      'last-modified': new Date(lastModified).toUTCString(),
      'x-content-type-options': 'nosniff',
    }
    const download = url.searchParams.get('download')
    if (download !== null) headers['content-disposition'] = attachment(download || (rest.at(-1) ?? ''))
    if (request.headers.get('if-none-match')?.includes(eTag))
      return new Response(null, { status: 304, headers })
    headers['content-length'] = String(size)
    if (request.method === 'HEAD') return new Response(null, { headers })
    return new Response(Readable.toWeb(createReadStream(objectFile(folder, bucket, key))) as ReadableStream, {
      headers,
    })
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A page stored by a user is shown as text, or it would run in the origin of the API. */
function safeType(mimetype: string): string {
  return /html|xml(?!.*svg)/.test(mimetype) && !mimetype.startsWith('image/svg')
    ? 'text/plain; charset=utf-8'
    : mimetype
}

function attachment(name: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
}
