const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers':
    'authorization, x-client-info, apikey, content-type, x-supabase-api-version',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
}

/** An answer that is an error for the caller: its message is shown to people. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export function reply(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: CORS })
}

/** Serves POST: preflights are answered, a Refusal becomes `{ error }` with its status, anything else a plain 500. */
export function servePost(answer: (request: Request) => Promise<unknown>): void {
  Deno.serve(async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS })
    if (request.method !== 'POST') return reply({ error: 'Use POST' }, 405)
    try {
      return reply(await answer(request))
    } catch (error) {
      if (error instanceof Refusal) return reply({ error: error.message }, error.status)
      console.error(error instanceof Error ? error.message : String(error))
      return reply({ error: 'An unexpected error occurred' }, 500)
    }
  })
}
