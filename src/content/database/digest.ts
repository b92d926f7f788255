import { hash } from 'node:crypto'

/** A content hash: 22 characters, 128 bits of SHA-256, the same in every process. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22)
}

/** A number of 48 bits for the key of a read: reads that share one are looked at together, which costs time only. */
export function keyHash(key: string): number {
  return Number.parseInt(hash('sha1', key).slice(0, 12), 16)
}
