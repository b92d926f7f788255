import { createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import {
  type Records,
  type SenderFacts,
  type SenderFinding,
  dkimName,
  dmarcNames,
  domainOf,
  judgeSender,
} from '../../domain/letters/sender-check.ts'

const TIMEOUT_MS = 3_000
const TRIES = 2
/** That there is no such name, or no such record at it. */
const NONE = new Set(['ENOTFOUND', 'ENODATA'])

/** Text records at a name. */
export type AskDns = (name: string) => Promise<Records>

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

/** What mail hosts will find of the sender of letters. */
export async function checkSender(facts: SenderFacts, ask: AskDns = askDns()): Promise<SenderFinding[]> {
  const domain = domainOf(facts.from)
  const [spf, dkim, dmarc] = await Promise.all([
    ask(domain),
    facts.dkimSelector === null ? [] : ask(dkimName(facts.dkimSelector, domain)),
    dmarcRecords(domain, ask),
  ])
  return judgeSender(facts, { spf, dkim, dmarc })
}

async function dmarcRecords(domain: string, ask: AskDns): Promise<Records> {
  for (const name of dmarcNames(domain)) {
    const records = await ask(name)
    if (records === null || records.some((record) => /^v=DMARC1/i.test(record))) return records
  }
  return []
}

/** The public key of a private one in PEM, in base64 as DNS has it. */
export function publicKeyOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
}
