import { createDecipheriv, scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ByteSource } from './byte-source.ts'
import { openSealed, seal } from './sealed.ts'

const PASSPHRASE = 'a chair by the window'
const CHUNK = 65_536

function sourceOf(bytes: Buffer): ByteSource {
  return {
    ...{ name: 'b', size: bytes.length },
    read: (start, length) => Promise.resolve(bytes.subarray(start, start + length)),
    close: async () => {},
  }
}

async function* inParts(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000)
}

const sealedOf = async (bytes: Buffer) =>
  Buffer.concat(await Array.fromAsync(seal(inParts(bytes), PASSPHRASE)))

/** Bytes that differ from chunk to chunk. */
const plain = Buffer.from(
  Array.from({ length: 3 * CHUNK + 100 }, (_, at) => (at * 7 + Math.floor(at / 251)) % 256),
)

test('what is sealed is read at any place, also across chunks and at their ends', async () => {
  for (const length of [1, CHUNK, plain.length]) {
    const bytes = plain.subarray(0, length)
    const source = await openSealed(sourceOf(await sealedOf(bytes)), PASSPHRASE)
    expect(source.size).toBe(length)
    expect((await source.read(0, length)).equals(bytes)).toBe(true)
  }
  const source = await openSealed(sourceOf(await sealedOf(plain)), PASSPHRASE)
  for (const [start, length] of [
    [CHUNK - 1, 2],
    [2 * CHUNK, CHUNK],
    [10, 2 * CHUNK],
    [plain.length - 1, 1],
  ] as const)
    expect((await source.read(start, length)).equals(plain.subarray(start, start + length))).toBe(true)
})

test('another program opens it by what the document says', async () => {
  const sealed = await sealedOf(plain)
  expect(sealed.toString('latin1', 0, 18)).toBe('sealed magazine 1\n')
  const header = sealed.subarray(0, 50)
  const key = scryptSync(PASSPHRASE, header.subarray(18, 34), 64, {
    N: 131_072,
    r: 8,
    p: 1,
    maxmem: 2 ** 28,
  }).subarray(0, 32)
  const chunks: Buffer[] = []
  for (let at = 50, number = 0; at < sealed.length; at += CHUNK + 16, number += 1) {
    const chunk = sealed.subarray(at, at + CHUNK + 16)
    const nonce = Buffer.alloc(12)
    nonce.writeUInt32BE(number, 7)
    nonce[11] = at + CHUNK + 16 >= sealed.length ? 1 : 0
    const decipher = createDecipheriv('aes-256-gcm', key, nonce)
      .setAAD(header)
      .setAuthTag(chunk.subarray(-16))
    chunks.push(decipher.update(chunk.subarray(0, -16)), decipher.final())
  }
  expect(Buffer.concat(chunks).equals(plain)).toBe(true)
})

test('chunks that are left out, changed or put elsewhere are noticed, and so is another passphrase', async () => {
  const sealed = await sealedOf(plain)
  const place = (number: number) => 50 + number * (CHUNK + 16)
  const chunk = (number: number) => sealed.subarray(place(number), place(number + 1))
  const header = sealed.subarray(0, 50)
  const readAll = async (bytes: Buffer) => {
    const source = await openSealed(sourceOf(bytes), PASSPHRASE)
    return source.read(0, source.size)
  }
  for (const bytes of [
    Buffer.concat([header, chunk(0), chunk(1), chunk(2)]),
    Buffer.concat([header, chunk(1), chunk(2), chunk(3)]),
    Buffer.concat([header, chunk(1), chunk(0), chunk(2), chunk(3)]),
    Buffer.concat([sealed, chunk(3)]),
    sealed.subarray(0, -1),
    sealed.subarray(0, place(3) + 5),
  ])
    await expect(readAll(bytes)).rejects.toThrow('is damaged')
  await expect(openSealed(sourceOf(sealed), 'a table by the window')).rejects.toThrow(
    'The passphrase is not the one of b',
  )
  await expect(sealedWith('too short')).rejects.toThrow('12 characters')
})

const sealedWith = (passphrase: string) => Array.fromAsync(seal(inParts(plain), passphrase))
