import type { ContentEncoding } from '../../backend/env/env.ts'
import { digest } from '../../content/database/digest.ts'
import { FILE_TYPES, fileTypeOf } from '../../domain/media/file-type.ts'
import { REVALIDATE, headersOf, parseHeaderRules } from '../../domain/site/response-headers.ts'

export interface ObjectHeaderRules {
  /** Another one when any object may have other headers. */
  digest: string
  /** The headers stored with the object of a file, which the bucket answers with. */
  headersOf(file: string): Readonly<Record<string, string>>
}

/**
 * Which headers objects are stored with: content type and encoding, and of the site's file _headers (its text) what a
 * bucket can store, the cache headers. All others of _headers are the host's to send.
 */
export function objectHeaderRules(headersFile: string, encoding: ContentEncoding | null): ObjectHeaderRules {
  const rules = parseHeaderRules(headersFile)
    .filter(({ headers }) => 'cache-control' in headers)
    .map(({ path, headers }) => ({ path, headers: { 'cache-control': headers['cache-control'] ?? '' } }))
  return {
    digest: digest(JSON.stringify([rules, encoding, FILE_TYPES, REVALIDATE])),
    headersOf: (file) => ({
      'content-type': fileTypeOf(file).contentType,
      'cache-control': REVALIDATE,
      ...headersOf(rules, `/${file}`),
      ...(encoding !== null && fileTypeOf(file).isText ? { 'content-encoding': encoding } : {}),
    }),
  }
}
