/**
 * The bytes of a request's body; null when they are more than `max`. The rest is then read without being kept until the
 * server closes the connection, so that the answer arrives.
 */
export async function readBytes(request: Request, max: number): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  const reader = request.body?.getReader()
  let size = 0
  let isTooLarge = Number(request.headers.get('content-length')) > max
  while (reader !== undefined && !isTooLarge) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    isTooLarge = size > max
    chunks.push(value)
  }
  if (!isTooLarge) return Buffer.concat(chunks)
  if (reader !== undefined) drop(reader).catch(() => undefined)
  return null
}

async function drop(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}
