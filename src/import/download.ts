import { type IncomingMessage, get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { MAX_UPLOAD_BYTES } from '../domain/media/media.ts'
import { RefusedAddress, isPublicAddress, isRefusedHost, lookupWith } from '../node/public-address.ts'

export interface DownloadOptions {
  /** For tests: servers of this machine are asked, too. */
  allowsPrivateAddresses?: boolean
  /** Time for the whole answer, in ms. */
  timeoutMs?: number
  maxBytes?: number
}

const MAX_REDIRECTS = 5

/**
 * Reads a file from the web. Rejects with a sentence for an address that is not of the public internet, also behind a redirect;
 * for one that does not answer 200; and for a file that is too large or too slow.
 */
export async function download(
  address: string,
  { allowsPrivateAddresses = false, timeoutMs = 30_000, maxBytes = MAX_UPLOAD_BYTES }: DownloadOptions = {},
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs)
  let url = address
  for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
    if (!/^https?:\/\//i.test(url)) throw new Error('its address is not one of the web')
    const answer = await request(url, allowsPrivateAddresses, signal)
    const { statusCode = 0, headers } = answer
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy()
      url = new URL(headers.location, url).href
      continue
    }
    if (statusCode !== 200) {
      answer.destroy()
      throw new Error(`its server answers ${statusCode}`)
    }
    return readBody(answer, maxBytes, signal)
  }
  throw new Error('its address leads on and on')
}

function request(
  url: string,
  allowsPrivateAddresses: boolean,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const mayAsk = allowsPrivateAddresses ? () => true : isPublicAddress
  const headers = { 'user-agent': 'mantel-import', accept: 'image/*,*/*;q=0.5' }
  const options = { agent: false, headers, signal, lookup: lookupWith(mayAsk) }
  return new Promise((resolve, reject) => {
    if (isRefusedHost(new URL(url), mayAsk)) throw readable(new RefusedAddress(), signal)
    const send = url.toLowerCase().startsWith('https:') ? getHttps : getHttp
    send(url, options, resolve).on('error', (error) => reject(readable(error, signal)))
  })
}

async function readBody(answer: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const tooLarge = () => new Error(`it is larger than ${Math.round(maxBytes / 1024 ** 2)} MB`)
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) {
    answer.destroy()
    throw tooLarge()
  }
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length
      if (size > maxBytes) throw tooLarge()
      parts.push(part)
    }
  } catch (error) {
    throw error instanceof Error ? readable(error, signal) : error
  } finally {
    answer.destroy()
  }
  return Buffer.concat(parts)
}

function readable(error: Error, signal: AbortSignal): Error {
  if (signal.aborted) return new Error('its server took too long', { cause: error })
  if (error instanceof RefusedAddress)
    return new Error('its address is not one of the public internet', { cause: error })
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new Error('its server is not found', { cause: error })
  return code === '' ? error : new Error(`its server cannot be reached (${code})`, { cause: error })
}
