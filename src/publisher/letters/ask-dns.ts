import { createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import type { AskDns } from '../../letters/sending/check-sender.ts'

const TIMEOUT_MS = 3_000
const TRIES = 2
/** That there is no such name, or no such record at it. */
const NONE = new Set(['ENOTFOUND', 'ENODATA'])

/** Asks the name servers of this machine. */
export function askDns(): AskDns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      return error instanceof Error && 'code' in error && NONE.has(String(error.code)) ? [] : null
    }
  }
}

/** The public key of a private one in PEM, in base64 as DNS has it. */
export function publicKeyOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
}
