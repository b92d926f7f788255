const ALLOWED_HEADERS = [
  'authorization',
  'apikey',
  'content-type',
  'prefer',
  'range',
  'range-unit',
  'accept',
  'accept-profile',
  'content-profile',
  'cache-control',
  'if-none-match',
  'x-client-info',
  'x-upsert',
  'x-metadata',
  'x-region',
  'x-retry-count',
  'x-supabase-api-version',
].join(', ')

const EXPOSED_HEADERS = [
  'content-range',
  'content-location',
  'preference-applied',
  'x-total-count',
  'link',
].join(', ')

/** The answer to a preflight, the same for every address. */
export function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers':
        request.headers.get('access-control-request-headers') ?? ALLOWED_HEADERS,
      'access-control-expose-headers': EXPOSED_HEADERS,
      'access-control-max-age': '86400',
    },
  })
}

/** The same response, readable for scripts of any origin. */
export function allowAnyOrigin(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', EXPOSED_HEADERS)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
