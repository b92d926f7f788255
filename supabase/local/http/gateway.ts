import { errorMessage } from '../../../src/backend/error-message.ts'
import { OneAfterAnother } from '../../../src/node/one-after-another.ts'
import { AuthError } from '../auth/error.ts'
import { limitRequests } from '../auth/rate-limits.ts'
import type { AuthServices } from '../auth/users.ts'
import type { Keys } from '../keys.ts'
import { rewriteFilters } from '../database/rewrite-filters.ts'
import { decodePath, protectFile, refuseUpload, rewriteUpload } from '../storage.ts'
import { type Caller, callerOf, currentCaller, isLongCall, currentCallIsLong, readKey } from './callers.ts'
import type { Handler } from './http-server.ts'
import { inputErrorMessage } from './input-errors.ts'
import { checkRequest, refuseInput, SERVICES, serviceOf } from './request-checks.ts'

/** Answers requests to `prefix`, a whole part of a path, and below it; null passes the request on. */
export interface Route {
  prefix: string
  answer: (request: Request, url: URL) => Promise<Response | null>
}

const KEYLESS_PATHS = /^\/(auth\/v1\/verify|storage\/v1\/object\/public\/)/
const SIGNED_PATHS = /^\/storage\/v1\/object\/(upload\/)?sign\//

/** The front of the local stack: preflights, keys, the routes added to lite's API, then that API itself. */
export function createGateway(
  api: Handler,
  services: Pick<AuthServices, 'database' | 'keys' | 'config'>,
  routes: readonly Route[],
  /** The refusal of a request that cannot be carried out now, else null. */
  refuse: (request: Request) => Promise<Response | null> = () => Promise.resolve(null),
): Handler {
  const { keys, config } = services
  const answer = limitRequests(async (request) => {
    const url = new URL(request.url)
    // Lite decodes the paths of Storage, as a hosted project does.
    const path = serviceOf(url) === '/storage/v1/' ? decodePath(url.pathname) : url.pathname
    for (const { prefix, answer } of routes) {
      if (!isBelow(path, prefix)) continue
      const response = await answer(request, url)
      if (response !== null) return response
    }
    switch (serviceOf(url)) {
      case '/rest/v1/':
        return api(rewriteFilters(request, url))
      case '/auth/v1/':
        return api(request)
      case '/storage/v1/':
        return protectFile(await storeOrRead(request, url))
      default:
        return notFound()
    }
  }, config)

  // Lite writes the bytes of a file before its row: two uploads to one path at the same moment would both write.
  const storageWrites = new OneAfterAnother()
  const maxFileBytes = parseInt(config.storage.file_size_limit) * 1024 * 1024
  const storeOrRead = async (request: Request, url: URL): Promise<Response> => {
    const refused = await refuseUpload(request, url, services)
    if (refused !== null) return refused
    const upload = await rewriteUpload(request, maxFileBytes)
    if (upload instanceof Response) return upload
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    return isRead ? api(upload) : storageWrites.run(async () => api(upload))
  }

  const prefixes = [...SERVICES, ...routes.map(({ prefix }) => prefix)]
  const dispatch = async (request: Request, url: URL, caller: Caller): Promise<Response> => {
    const service = serviceOf(url)
    const decoded = decodePath(url.pathname)
    // Of the others none is spelled so, and the checks here would not know them.
    const leadsTo = (prefix: string) => isBelow(decoded, prefix) && !isBelow(url.pathname, prefix)
    if (service !== '/storage/v1/' && prefixes.some(leadsTo)) return notFound()
    if (service === undefined) return answer(request)
    const refused = refuseKey(request, url, keys)
    if (refused !== null) return refused
    const refusedNow = await refuse(request)
    if (refusedNow !== null) return refusedNow
    const checked = await checkRequest(request, url, service, caller)
    return checked instanceof Response ? checked : answer(checked)
  }

  const answerSafely = async (request: Request, url: URL): Promise<Response> => {
    try {
      const caller = callerOf(request, url, keys)
      return await currentCaller.run(caller, () =>
        currentCallIsLong.run(isLongCall(url), () => dispatch(request, url, caller)),
      )
    } catch (error) {
      if (error instanceof AuthError) return error.response
      const message = inputErrorMessage(error)
      const service = serviceOf(url)
      if (message !== null && service !== undefined) return refuseInput(service, message)
      console.error(`supabase: ${request.method} ${url.pathname} failed: ${errorMessage(error)}`)
      return Response.json({ message: 'An unexpected error occurred' }, { status: 500 })
    }
  }

  return async (request) => {
    if (request.method === 'OPTIONS') return preflight(request)
    const url = new URL(request.url)
    const response = await answerSafely(request, url)
    // The mails hold sign-in links: no other site may read them.
    if (url.pathname.startsWith('/_local/')) return response
    return allowAnyOrigin(serviceOf(url) === '/auth/v1/' ? askedAgain(response) : response)
  }
}

/** Whether a path has `prefix` as a whole part, or is one below it. */
function isBelow(path: string, prefix: string): boolean {
  return `${path}/`.startsWith(prefix.replace(/\/?$/, '/'))
}

function notFound(): Response {
  return Response.json({ message: 'no Route matched with those values' }, { status: 404 })
}

/**
 * As the hosted auth server answers what it could not do in time. After a 500 the client would take the session for ended,
 * and sign the person out.
 */
function askedAgain(response: Response): Response {
  if (response.status !== 500) return response
  return new Response(response.body, { status: 503, headers: response.headers })
}

/** The error for a request that needs one of the two keys and has none, else null. */
function refuseKey(request: Request, url: URL, keys: Keys): Response | null {
  const given = readKey(request, url)
  if (given === keys.publishableKey || given === keys.secretKey || KEYLESS_PATHS.test(url.pathname))
    return null
  if (SIGNED_PATHS.test(url.pathname) && url.searchParams.has('token')) return null
  const body =
    given === null
      ? {
          message: 'No API key found in request',
          hint: 'No `apikey` request header or url param was found.',
        }
      : { message: 'Invalid API key', hint: 'Double check your Supabase `apikey`' }
  return Response.json(body, { status: 401 })
}

const ALLOWED_HEADERS =
  'authorization, apikey, content-type, prefer, range, range-unit, accept, accept-profile, content-profile, ' +
  'cache-control, if-none-match, x-client-info, x-upsert, x-metadata, x-region, x-retry-count, x-supabase-api-version'
const EXPOSED_HEADERS = 'content-range, content-location, preference-applied, x-total-count, link'

/** The response to a CORS preflight, the same for every path: lite refuses preflights for unknown tables and functions. */
function preflight(request: Request): Response {
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

/** The same response, readable by scripts of any origin. */
function allowAnyOrigin(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', EXPOSED_HEADERS)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
