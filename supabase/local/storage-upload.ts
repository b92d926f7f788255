/**
 * The upload as the API server understands it: the file in the field `file`, its cache time in a header. supabase-js
 * leaves the field's name empty and puts the cache time in a field.
 */
export async function normalizeUpload(request: Request): Promise<Request> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return request
  const form = await request.formData()
  const file = [...form.values()].find((value) => value instanceof File)
  const cacheControl = form.get('cacheControl')
  const headers = new Headers(request.headers)
  headers.delete('content-type')
  headers.delete('content-length')
  if (typeof cacheControl === 'string') headers.set('cache-control', `max-age=${cacheControl}`)
  const normal = new FormData()
  if (file !== undefined) normal.set('file', file)
  return new Request(request.url, { method: request.method, headers, body: normal })
}
