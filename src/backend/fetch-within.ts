/**
 * A `fetch` that fails with an AbortError when a response is not there after `timeout` milliseconds, its body included:
 * the clients' own timeouts cover only the headers. They do not retry an AbortError.
 */
export function fetchWithin(timeout: number): typeof fetch {
  return (input, init) => {
    const ending = new AbortController()
    const end = () => ending.abort()
    AbortSignal.timeout(timeout).addEventListener('abort', end)
    if (init?.signal?.aborted) end()
    init?.signal?.addEventListener('abort', end)
    return fetch(input, { ...init, signal: ending.signal })
  }
}
