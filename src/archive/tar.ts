/**
 * Plain tar files (ustar), as any program opens them: regular files alone, with names of up to 100 letters of ASCII. What is
 * written has no time and no owner, so that the same files make the same bytes. What is read may have them.
 */
import { ArchiveError } from './archive-error.ts'
import type { ByteSource } from './byte-source.ts'

const BLOCK = 512
/** Zeros at the end that other programs write. */
const MAX_END = 64 * BLOCK
/** Entries that are read; a magazine has one a stored file. */
const MAX_ENTRIES = 2_000_000

export interface TarEntry {
  name: string
  start: number
  size: number
}

const paddingOf = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK

function checksumOf(header: Buffer): number {
  let sum = 8 * 32
  for (let at = 0; at < BLOCK; at += 1) if (at < 148 || at >= 156) sum += header[at] ?? 0
  return sum
}

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`

/** The block before the bytes of a file. */
export function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write(octal(0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(0, 11), 136)
  header.write('0', 156)
  header.write('ustar', 257)
  header.write('00', 263)
  header.write(`${octal(checksumOf(header), 6)} `, 148)
  return header
}

/** The bytes of a tar file with these files. */
export async function* tarOf(
  files: readonly { name: string; size: number; bytes: () => AsyncIterable<Buffer> }[],
): AsyncGenerator<Buffer> {
  for (const { name, size, bytes } of files) {
    yield tarHeader(name, size)
    yield* bytes()
    yield Buffer.alloc(paddingOf(size))
  }
  yield Buffer.alloc(2 * BLOCK)
}

/** The files in a tar file, in their order. Throws an ArchiveError for anything that is not as described above. */
export async function* readTar(source: ByteSource): AsyncGenerator<TarEntry> {
  let before = 'its beginning'
  for (let at = 0, count = 0; ; count += 1) {
    if (at + BLOCK > source.size)
      throw new ArchiveError(
        at === 0
          ? `${source.name} is no archive of a magazine: it is too short`
          : `${source.name} ends too early: it was cut off after ${before}`,
      )
    const header = await source.read(at, BLOCK)
    if (isZero(header)) {
      await requireEnd(source, at + BLOCK, before)
      return
    }
    const entry = entryOf(header, at, source, before)
    if (count >= MAX_ENTRIES) throw new ArchiveError(`${source.name} has more than ${MAX_ENTRIES} entries`)
    yield entry
    const padding = await source.read(entry.start + entry.size, paddingOf(entry.size))
    if (!isZero(padding)) throw new ArchiveError(`${source.name} is damaged after ${entry.name}`)
    at = entry.start + entry.size + padding.length
    before = entry.name
  }
}

function entryOf(header: Buffer, at: number, source: ByteSource, before: string): TarEntry {
  const text = (from: number, length: number) =>
    header.toString('latin1', from, from + length).replace(/\0.*$/s, '')
  const [, checksum = ''] = /^ *([0-7]{1,6})\0 $/.exec(header.toString('latin1', 148, 156)) ?? []
  const isTar = text(257, 5) === 'ustar' && Number.parseInt(checksum, 8) === checksumOf(header)
  if (!isTar)
    throw new ArchiveError(
      at === 0
        ? `${source.name} is no archive of a magazine: it does not begin as a tar file does`
        : `${source.name} is damaged after ${before}`,
    )
  const name = text(345, 155) === '' ? text(0, 100) : `${text(345, 155)}/${text(0, 100)}`
  const type = header[156] ?? 0
  if (type !== 0x30 && type !== 0)
    throw new ArchiveError(
      `${source.name} has ${JSON.stringify(name)}, which is no plain file: a link, a folder or a device`,
    )
  const size = text(124, 12).trim()
  const bytes = /^[0-7]{1,12}$/.test(size) ? Number.parseInt(size, 8) : Infinity
  if (at + BLOCK + bytes > source.size)
    throw new ArchiveError(
      `${source.name} ends too early: it was cut off within ${name}, or is damaged there`,
    )
  return { name, start: at + BLOCK, size: bytes }
}

async function requireEnd(source: ByteSource, at: number, before: string): Promise<void> {
  const rest = source.size - at
  if (rest < BLOCK) throw new ArchiveError(`${source.name} ends too early: it was cut off after ${before}`)
  if (rest > MAX_END || !isZero(await source.read(at, rest)))
    throw new ArchiveError(`${source.name} has something after its end`)
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}
