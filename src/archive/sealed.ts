/**
 * A file that only a passphrase opens, described in .github/docs/exporting.md. A mark, a salt and a check of the key, then
 * chunks of 64 KiB, each with AES-256-GCM: its nonce is its number, with 1 as the last byte of the last one, so that no chunk
 * can be changed, left out, added or put elsewhere. The key is made with scrypt.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { MIN_PASSPHRASE } from '../domain/newsroom/exports.ts'
import { ArchiveError } from './archive-error.ts'
import type { ByteSource } from './byte-source.ts'

const MARK = Buffer.from('sealed magazine 1\n')
const SALT_BYTES = 16
const CHECK_BYTES = 16
const HEADER_BYTES = MARK.length + SALT_BYTES + CHECK_BYTES
const CHUNK = 64 * 1024
const TAG = 16
/** 128 MiB and a third of a second for each guess. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }

interface Key {
  key: Buffer
  check: Buffer
}

const derive = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  options: typeof SCRYPT,
) => Promise<Buffer>

async function keyOf(passphrase: string, salt: Buffer): Promise<Key> {
  const bytes = await derive(passphrase.normalize('NFC'), salt, 64, SCRYPT)
  const check = createHash('sha256').update(bytes.subarray(32)).digest().subarray(0, CHECK_BYTES)
  return { key: bytes.subarray(0, 32), check }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** The bytes of a sealed file. Throws for a passphrase that is too short. */
export async function* seal(bytes: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  requirePassphrase(passphrase)
  const salt = randomBytes(SALT_BYTES)
  const { key, check } = await keyOf(passphrase, salt)
  const header = Buffer.concat([MARK, salt, check])
  yield header
  let number = 0
  const encrypt = (chunk: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(header)
    number += 1
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
  let waiting = Buffer.alloc(0)
  for await (const part of bytes) {
    waiting = Buffer.concat([waiting, part])
    // The last chunk is known when the bytes end.
    while (waiting.length > CHUNK) {
      yield encrypt(waiting.subarray(0, CHUNK), false)
      waiting = waiting.subarray(CHUNK)
    }
  }
  yield encrypt(waiting, true)
}

export function requirePassphrase(passphrase: string): void {
  if (passphrase.length < MIN_PASSPHRASE)
    throw new ArchiveError(`The passphrase must have ${MIN_PASSPHRASE} characters or more`)
}

/** Whether a file begins as a sealed one. */
export async function isSealed(source: ByteSource): Promise<boolean> {
  return source.size >= HEADER_BYTES && (await source.read(0, MARK.length)).equals(MARK)
}

/** What is in a sealed file. Throws an ArchiveError for another file, a wrong passphrase, and later where it is damaged. */
export async function openSealed(source: ByteSource, passphrase: string): Promise<ByteSource> {
  if (!(await isSealed(source))) throw new ArchiveError(`${source.name} is no second file of an export`)
  const header = await source.read(0, HEADER_BYTES)
  const { key, check } = await keyOf(passphrase, header.subarray(MARK.length, MARK.length + SALT_BYTES))
  if (!check.equals(header.subarray(MARK.length + SALT_BYTES)))
    throw new ArchiveError(`The passphrase is not the one of ${source.name}`)
  const sealedBytes = source.size - HEADER_BYTES
  const chunks = Math.ceil(sealedBytes / (CHUNK + TAG))
  let open = { number: -1, bytes: Buffer.alloc(0) }

  async function chunkAt(number: number): Promise<Buffer> {
    if (open.number === number) return open.bytes
    const damaged = () => new ArchiveError(`${source.name} is damaged, or a part of it is missing`)
    if (number < 0) throw damaged()
    const start = HEADER_BYTES + number * (CHUNK + TAG)
    const sealed = await source.read(start, Math.min(CHUNK + TAG, source.size - start))
    if (sealed.length < TAG) throw damaged()
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, number === chunks - 1), {
      authTagLength: TAG,
    })
    decipher.setAAD(header).setAuthTag(sealed.subarray(-TAG))
    try {
      open = { number, bytes: Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]) }
    } catch {
      throw damaged()
    }
    return open.bytes
  }

  // It tells whether the end is there.
  await chunkAt(chunks - 1)
  const size = sealedBytes - chunks * TAG
  return {
    name: source.name,
    size,
    async read(start, length) {
      if (start + length > size)
        throw new ArchiveError(`${source.name} ends too early: a part of it is missing`)
      const parts: Buffer[] = []
      for (let at = start; at < start + length;) {
        const chunk = await chunkAt(Math.floor(at / CHUNK))
        const part = chunk.subarray(at % CHUNK, Math.min(chunk.length, (at % CHUNK) + start + length - at))
        parts.push(part)
        at += part.length
      }
      return Buffer.concat(parts)
    },
    close: () => source.close(),
  }
}
