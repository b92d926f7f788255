/** The body of a request as text; null when it has more than `maxBytes`, of which no more are read. */
export async function readText(request: Request, maxBytes: number): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) return null
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}
