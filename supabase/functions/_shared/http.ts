import { errorMessage } from '../../../src/backend/error-message.ts'

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers':
    'authorization, x-client-info, apikey, content-type, x-supabase-api-version',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
}

/** An error response. Its message is shown to the user. */
export class HttpError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

function reply(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: CORS })
}

/** Serves POST and CORS preflights. An HttpError becomes `{ error }` with its status, any other error a 500. */
export function servePost(handle: (request: Request) => Promise<unknown>): void {
  Deno.serve(async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS })
    if (request.method !== 'POST') return reply({ error: 'Use POST' }, 405)
    try {
      return reply(await handle(request))
    } catch (error) {
      if (error instanceof HttpError) return reply({ error: error.message }, error.status)
      console.error(errorMessage(error))
      return reply({ error: 'An unexpected error occurred' }, 500)
    }
  })
}
