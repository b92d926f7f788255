import { type ProviderEnv, readDkimSelector } from '../../backend/env/provider-env.ts'
import type { Source } from '../../backend/env/read-variable.ts'
import {
  type Records,
  type SenderFacts,
  type SenderFinding,
  dkimName,
  dmarcNames,
  domainOf,
  judgeSender,
} from '../../domain/letters/sender-check.ts'

/** Text records at a name. */
export type AskDns = (name: string) => Promise<Records>

/** What mail hosts will find of the sender of letters. */
export async function checkSender(facts: SenderFacts, ask: AskDns): Promise<SenderFinding[]> {
  const domain = domainOf(facts.from)
  const [spf, dkim, dmarc] = await Promise.all([
    ask(domain),
    facts.dkimSelector === null ? [] : ask(dkimName(facts.dkimSelector, domain)),
    dmarcRecords(domain, ask),
  ])
  return judgeSender(facts, { spf, dkim, dmarc })
}

/** The same of a provider that an environment has. `apiUrl`: where the links to leave lead to. */
export function checkProvider(
  { adapter, from }: ProviderEnv,
  apiUrl: string,
  source: Source,
  ask: AskDns,
): Promise<SenderFinding[]> {
  const dkimSelector = readDkimSelector(adapter, source)
  return checkSender({ from, linksUrl: apiUrl, dkimSelector, ownKey: null }, ask)
}

async function dmarcRecords(domain: string, ask: AskDns): Promise<Records> {
  for (const name of dmarcNames(domain)) {
    const records = await ask(name)
    if (records === null || records.some((record) => /^v=DMARC1/i.test(record))) return records
  }
  return []
}
