/** Whether a key is one of the newer form, `sb_…`: no token, so it belongs in the header `apikey` alone. */
export function isOpaqueKey(key: string): boolean {
  return key.startsWith('sb_')
}

/** `fetch` for supabase-js, which also sends the key as the bearer token where nobody is signed in. */
export const fetchWithoutKeyAsToken: typeof fetch = (input, init = {}) => {
  const headers = new Headers(init.headers)
  const token = /^Bearer (.*)$/.exec(headers.get('authorization') ?? '')?.[1] ?? ''
  if (isOpaqueKey(token)) headers.delete('authorization')
  return fetch(input, { ...init, headers })
}
