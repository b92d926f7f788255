import type { App } from '@supabase/lite'
import { allowAnyOrigin, preflight } from './cors.ts'
import type { Handler } from './http-server.ts'
import type { Keys } from './keys.ts'
import { captureConsole } from './quiet-console.ts'
import { readableFilters } from './readable-filters.ts'
import { json } from './replies.ts'
import { inRequest } from './request-context.ts'
import { normalizeUpload } from './storage-upload.ts'

/** Answers the requests whose path begins with its prefix; null passes the request on. */
export type Route = { prefix: string; answer: (request: Request, url: URL) => Promise<Response | null> }

const SERVICES = ['/rest/v1/', '/auth/v1/', '/storage/v1/']

/**
 * The front door of the local stack: preflights, keys, the added routes, then the API server. The routes are given
 * the way to send a request on to the API server.
 */
export function createGateway(app: App, keys: Keys, makeRoutes: (forward: Handler) => Route[]): Handler {
  const forward: Handler = async (request) => {
    const printed: string[] = []
    const response = await captureConsole(printed, async () => app.fetch(request))
    if (response.status >= 500) {
      console.error(`supabase: ${describe(request)} ${response.status} ${printed[0] ?? ''}`)
    }
    return response
  }

  const routes = makeRoutes(forward)

  const dispatch = async (request: Request, url: URL): Promise<Response> => {
    for (const route of routes) {
      if (!url.pathname.startsWith(route.prefix)) continue
      const response = await route.answer(request, url)
      if (response !== null) return response
    }
    if (!SERVICES.some((service) => url.pathname.startsWith(service))) {
      return json({ message: 'no Route matched with those values' }, 404)
    }
    if (url.pathname.startsWith('/rest/v1/')) return forward(readableFilters(request, url))
    if (!url.pathname.startsWith('/storage/v1/')) return forward(request)
    return refuseKey(request, url, keys) ?? forward(await normalizeUpload(request))
  }

  return async (request) => {
    if (request.method === 'OPTIONS') return preflight(request)
    const url = new URL(request.url)
    const context = {
      method: request.method,
      path: url.pathname,
      headers: Object.fromEntries(request.headers),
      redirectTo: url.searchParams.get('redirect_to'),
    }
    try {
      const response = await inRequest(context, () => dispatch(request, url))
      // The kept mails hold sign-in links: no other site may read them.
      return url.pathname.startsWith('/_local/') ? response : allowAnyOrigin(response)
    } catch (error) {
      console.error(`supabase: ${describe(request)} failed: ${String(error)}`)
      return allowAnyOrigin(json({ message: 'An unexpected error occurred' }, 500))
    }
  }
}

function describe(request: Request): string {
  return `${request.method} ${new URL(request.url).pathname}`
}

/** The answer to a request without one of the two keys, or null when it carries one. */
export function refuseKey(request: Request, url: URL, keys: Keys): Response | null {
  const given = request.headers.get('apikey') ?? url.searchParams.get('apikey')
  if (given === keys.publishableKey || given === keys.secretKey) return null
  // Links that carry their own signature are opened without a key.
  if (/^\/storage\/v1\/object\/(upload\/)?sign\//.test(url.pathname) && url.searchParams.has('token'))
    return null
  return given === null
    ? json(
        {
          message: 'No API key found in request',
          hint: 'No `apikey` request header or url param was found.',
        },
        401,
      )
    : json({ message: 'Invalid API key', hint: 'Double check your Supabase `apikey`' }, 401)
}
