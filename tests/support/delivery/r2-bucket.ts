import { createHash } from 'node:crypto'
import type { StoredObject } from './s3-server.ts'

/** The objects of a bucket as a Cloudflare Worker sees them through its R2 binding. */
export function r2Bucket(objects: ReadonlyMap<string, StoredObject>) {
  const headOf = ({ bytes, headers }: StoredObject) => ({
    size: bytes.length,
    httpEtag: `"${createHash('md5').update(bytes).digest('hex')}"`,
    writeHttpMetadata: (target: Headers) => {
      for (const [name, value] of Object.entries(headers)) target.set(name, value)
    },
  })
  return {
    head: (key: string) => {
      const object = objects.get(key)
      return Promise.resolve(object ? headOf(object) : null)
    },
    get: (key: string, options?: { range: { offset: number; length: number } }) => {
      const object = objects.get(key)
      if (!object) return Promise.resolve(null)
      const { offset, length } = options?.range ?? { offset: 0, length: object.bytes.length }
      const bytes = new Uint8Array(object.bytes.subarray(offset, offset + length))
      return Promise.resolve({ ...headOf(object), body: new Blob([bytes]).stream() })
    },
  }
}
