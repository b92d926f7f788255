import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import type { BucketSettings } from '../../backend/env/delivery-env.ts'
import type { HeldLease } from '../database/lease.ts'
import { type Answer, NoAnswerError, REQUEST_LIMITS, type RequestLimits, sendWithRetries } from './request.ts'

/** An object as the bucket lists it. */
export interface ListedObject {
  key: string
  etag: string
}

/**
 * A bucket that speaks the S3 protocol (AWS S3, Cloudflare R2, Supabase Storage, MinIO), addressed by path. Keys are
 * relative to the prefix. Errors say in plain words what is wrong with the settings or the bucket.
 */
export class Bucket {
  readonly #settings: BucketSettings
  readonly #limits: RequestLimits
  readonly #lease: HeldLease | undefined
  readonly #client: AwsClient

  /** With a `lease`, requests are sent only while it is held. */
  constructor(settings: BucketSettings, limits = REQUEST_LIMITS, lease?: HeldLease) {
    const { region, accessKeyId, secretAccessKey } = settings
    this.#settings = settings
    this.#limits = limits
    this.#lease = lease
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  }

  /** All objects, in the order of their keys (UTF-8), a thousand at a time. */
  async *list(): AsyncGenerator<ListedObject[]> {
    const { prefix } = this.#settings
    let token: string | null = null
    do {
      const query: string[] = ['list-type=2', `prefix=${encodeURIComponent(prefix)}`]
      if (token !== null) query.push(`continuation-token=${encodeURIComponent(token)}`)
      const { text }: Answer = await this.#send(`?${query.join('&')}`, { method: 'GET' }, [200])
      const page = parseListing(text)
      yield page.objects.map(({ key, etag }) => ({ key: key.slice(prefix.length), etag }))
      token = page.nextToken
    } while (token !== null)
  }

  /** Stores an object and returns its ETag: the MD5 of its bytes, unless the bucket encrypts with keys of its own. */
  async put(key: string, bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Promise<string> {
    const md5 = createHash('md5').update(bytes).digest()
    // Signed, and checked by the server: the bytes themselves are not signed.
    const signed = { ...headers, 'content-md5': md5.toString('base64') }
    const put = { method: 'PUT', body: bytes, headers: signed }
    const { headers: answered } = await this.#send(this.#pathOf(key), put, [200])
    return bareEtag(answered.get('etag') ?? md5.toString('hex'))
  }

  /**
   * Stores a file of any size, part by part; the object is there when all parts are, and not before. A failed upload takes no
   * room; of one that was killed, the bucket keeps the parts until its rules remove them.
   */
  async upload(key: string, path: string): Promise<void> {
    const begun = await this.#send(`${this.#pathOf(key)}?uploads=`, { method: 'POST' }, [200])
    const id = encodeURIComponent(element(begun.text, 'UploadId') ?? '')
    const upload = `${this.#pathOf(key)}?uploadId=${id}`
    try {
      const etags: string[] = []
      for await (const bytes of partsOf(path)) {
        const part = `${this.#pathOf(key)}?partNumber=${etags.length + 1}&uploadId=${id}`
        const md5 = createHash('md5').update(bytes).digest('base64')
        const { headers } = await this.#send(
          part,
          { method: 'PUT', body: bytes, headers: { 'content-md5': md5 } },
          [200],
        )
        etags.push(headers.get('etag') ?? '')
      }
      const parts = etags.map(
        (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
      )
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      const { text } = await this.#send(upload, { method: 'POST', body }, [200])
      // The answer may begin before the parts are put together, and fail then.
      if (text.includes('<Error>')) throw new Error(`The bucket could not put ${key} together: ${text}`)
    } catch (error) {
      await this.#send(upload, { method: 'DELETE' }, [204, 404]).catch(() => undefined)
      throw error
    }
  }

  /** Copies an object to a file. */
  async download(key: string, path: string): Promise<void> {
    const { endpoint, bucket } = this.#settings
    const asked = await this.#client.sign(`${endpoint}/${bucket}${this.#pathOf(key)}`)
    const answer = await fetch(asked, { redirect: 'manual' })
    if (answer.status !== 200 || answer.body === null) {
      const refusal = { status: answer.status, text: await answer.text() }
      throw new Error(describeRefusal(refusal, this.#settings))
    }
    await pipeline(answer.body, createWriteStream(path, { mode: 0o600 }))
  }

  /** Removes an object, whether it is there or not. */
  async remove(key: string): Promise<void> {
    await this.#send(this.#pathOf(key), { method: 'DELETE' }, [200, 204, 404])
  }

  /** The text of a small object; null when it is not there. */
  async readText(key: string): Promise<string | null> {
    const { status, text } = await this.#send(this.#pathOf(key), { method: 'GET' }, [200, 404])
    return status === 200 ? text : null
  }

  #pathOf(key: string): string {
    return `/${(this.#settings.prefix + key).split('/').map(encodeURIComponent).join('/')}`
  }

  /** Sends a request to the address of the bucket with `path` after it. */
  async #send(path: string, init: RequestInit, accepted: readonly number[]): Promise<Answer> {
    const { endpoint, bucket } = this.#settings
    try {
      const sign = () => this.#client.sign(`${endpoint}/${bucket}${path}`, init)
      const answer = await sendWithRetries(sign, this.#limits, this.#lease)
      if (accepted.includes(answer.status)) return answer
      throw new Error(describeRefusal(answer, this.#settings))
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error
      throw new Error(`${new URL(endpoint).host} (S3_ENDPOINT) does not answer: ${error.message}.`, {
        cause: error,
      })
    }
  }
}

/** Bytes of a part: with the ten thousand that an upload may have, 640 GB. */
const PART = 64 * 1024 * 1024

/** A file in parts, of which only the last is smaller; an empty one in one. */
async function* partsOf(path: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const file = await open(path)
  try {
    for (let at = 0; ; at += PART) {
      const { buffer, bytesRead } = await file.read(new Uint8Array(PART), 0, PART, at)
      if (bytesRead > 0 || at === 0) yield buffer.subarray(0, bytesRead)
      if (bytesRead < PART) return
    }
  } finally {
    await file.close()
  }
}

/** What an answer to ListObjectsV2 says. */
export function parseListing(xml: string): { objects: ListedObject[]; nextToken: string | null } {
  const objects = Array.from(xml.matchAll(/<Contents>.*?<\/Contents>/gs), ([contents]) => ({
    key: element(contents, 'Key') ?? '',
    etag: bareEtag(element(contents, 'ETag') ?? ''),
  }))
  const isTruncated = element(xml, 'IsTruncated') === 'true'
  return { objects, nextToken: isTruncated ? element(xml, 'NextContinuationToken') : null }
}

function element(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1]
  return text === undefined ? null : decodeEntities(text)
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name = '') => {
      if (hex !== undefined) return String.fromCodePoint(parseInt(hex, 16))
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
      return ENTITIES[String(name)] ?? whole
    },
  )
}

function bareEtag(etag: string): string {
  return etag.replace(/^W\//, '').replaceAll('"', '')
}

/** Why a bucket refused a request, and what to look at. */
export function describeRefusal(
  { status, text }: Pick<Answer, 'status' | 'text'>,
  { bucket }: BucketSettings,
): string {
  const code = element(text, 'Code') ?? ''
  const said = [code, element(text, 'Message')].filter(Boolean).join(': ') || `status ${status}`
  const advice = adviceFor(status, code, bucket)
  return advice === null ? `The bucket ${bucket} refused a request (${said}).` : `${advice} (${said}).`
}

function adviceFor(status: number, code: string, bucket: string): string | null {
  switch (code) {
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
      return 'The bucket does not know the key: check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'
    case 'NoSuchBucket':
      return `There is no bucket ${bucket} at S3_ENDPOINT: check S3_BUCKET`
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
      return `The bucket ${bucket} is in another region: check S3_REGION and S3_ENDPOINT`
    case 'RequestTimeTooSkewed':
      return "This machine's clock is wrong"
  }
  if (status === 507 || /quota|storagefull|insufficient(?:storage|capacity)/i.test(code)) {
    return `The bucket ${bucket} has no space left`
  }
  if (status === 401 || status === 403) {
    return `The key may not list, read, write and delete in the bucket ${bucket}`
  }
  return null
}
