import { withFileAddresses } from '../domain/media/file-addresses.ts'

/**
 * The `fetch` of all clients of the project at `supabaseUrl`. It fails with an AbortError when a response is not there after
 * `timeout` milliseconds, its body included: the clients' own timeouts cover only the headers. They do not retry an
 * AbortError. It also fails when the answer is 404 without a body, as a proxy gives while its route is missing: the clients
 * would report no rows. Rows come with the present addresses of the files whose paths they hold.
 */
export function backendFetch(supabaseUrl: string, timeout: number): typeof fetch {
  return async (input, init) => {
    const ending = new AbortController()
    const end = () => ending.abort()
    AbortSignal.timeout(timeout).addEventListener('abort', end)
    if (init?.signal?.aborted) end()
    init?.signal?.addEventListener('abort', end)
    const response = await fetch(input, { ...init, signal: ending.signal })
    const isEmpty =
      response.status === 404 && init?.method !== 'HEAD' && (await response.clone().text()) === ''
    if (isEmpty) throw new TypeError('The server answered 404 without a reason')
    const url = input instanceof Request ? input.url : String(input)
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    if (!isJson || !url.startsWith(`${supabaseUrl}/rest/v1/`)) return response
    const json = await response.text()
    const { status, statusText, headers } = response
    const body = json === '' ? null : withFileAddresses(json, supabaseUrl)
    return new Response(body, { status, statusText, headers })
  }
}
