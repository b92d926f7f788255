import * as z from 'zod'
import type { Route } from '../http/gateway.ts'
import type { Handler } from '../http/http-server.ts'
import { peekBody } from './body.ts'
import type { AuthServices } from './users.ts'

/**
 * What differs from lite where mailed links and codes are used. A GET, which uses the token up on a hosted project, leads
 * to the page whose button posts it. The token of an invitation is used as a sign-up token, which it is to lite.
 */
export function verifyRoute({ api, siteUrl }: AuthServices & { api: Handler }): Route {
  return {
    prefix: '/auth/v1/verify',
    answer: async (request, url) => {
      if (request.method === 'GET' || request.method === 'HEAD') {
        const page = new URL('/auth', siteUrl)
        page.searchParams.set('token_hash', url.searchParams.get('token') ?? '')
        page.searchParams.set('type', url.searchParams.get('type') ?? '')
        return new Response(null, { status: 303, headers: { location: page.href } })
      }
      const fields = await peekBody(request, bodySchema)
      if (fields?.type !== 'invite') return null
      const { method } = request
      const headers = new Headers(request.headers)
      headers.delete('content-length')
      return api(new Request(url, { method, headers, body: JSON.stringify({ ...fields, type: 'signup' }) }))
    },
  }
}

const bodySchema = z.looseObject({ type: z.string() })
