import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a ZIP that a test makes; everything but its path and content is a lie or a danger that the test is about. */
interface ZipEntry {
  path: string
  content: string | Buffer
  /** The mode of the file as Unix has it, such as a symbolic link's. */
  mode?: number
  /** The size that the ZIP claims. */
  claimedBytes?: number
  isEncrypted?: boolean
}

/** The bytes of a ZIP file. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, content, mode = 0o100644, claimedBytes, isEncrypted = false } of entries) {
    const bytes = Buffer.from(content)
    const name = Buffer.from(path)
    const packed = deflateRawSync(bytes)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(0x0800 | (isEncrypted ? 1 : 0), 2)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(0x5a214000, 6)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(claimedBytes ?? bytes.length, 18)
    about.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), about, name, packed])
    const outside = Buffer.alloc(14)
    outside.writeUInt32LE(mode * 0x10000, 6)
    outside.writeUInt32LE(offset, 10)
    const central = [Buffer.from('504b01021403', 'hex'), about, outside, name]
    directory.push(Buffer.concat(central))
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, central, Buffer.from('504b0506', 'hex'), end])
}
