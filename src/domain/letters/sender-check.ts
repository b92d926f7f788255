import * as z from 'zod/mini'

/**
 * What mail hosts ask of a domain before they deliver its letters: records in DNS, and links by https. Gmail, Yahoo and Outlook
 * refuse or hide mails of a domain that lacks them.
 */

/** What DNS has at a name: text records, each as one text; null: it did not answer. */
export type Records = readonly string[] | null

export interface SenderFacts {
  /** The address that letters come from. */
  from: string
  /** Where the links to leave lead to. */
  linksUrl: string
  /** The name of the DKIM key in DNS; null: not known. */
  dkimSelector: string | null
  /** The public key that letters are signed with here, in base64; null: the relay or provider signs. */
  ownKey: string | null
}

/** The records of a sender, by what they are for. */
export interface SenderRecords {
  spf: Records
  dkim: Records
  /** Those of the domain, or of the nearest domain above it that has some. */
  dmarc: Records
}

export const senderFindingSchema = z.object({
  what: z.enum(['Links', 'SPF', 'DKIM', 'DMARC']),
  /** 'unknown': DNS did not answer, or the name to ask for is not known. */
  state: z.enum(['good', 'bad', 'unknown']),
  /** One sentence; where it is not good, with what to do. */
  says: z.string(),
})
export type SenderFinding = z.infer<typeof senderFindingSchema>

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** The names under which the DMARC record of a domain may stand, the nearest first: its own, and those of domains above it. */
export function dmarcNames(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => `_dmarc.${labels.slice(index).join('.')}`)
}

export const dkimName = (selector: string, domain: string) => `${selector}._domainkey.${domain}`

/** The first letter of a domain goes to this many readers without a check. */
export const MAX_UNCHECKED = 10

/** Whether letters may go to many: nothing is bad, and nothing is unknown. */
export const isReady = (findings: readonly SenderFinding[]) => findings.every(({ state }) => state === 'good')

export function judgeSender(facts: SenderFacts, records: SenderRecords): SenderFinding[] {
  const domain = domainOf(facts.from)
  return [
    judgeLinks(facts.linksUrl),
    judgeSpf(domain, records.spf),
    judgeDkim(domain, facts, records.dkim),
    judgeDmarc(domain, records.dmarc),
  ]
}

function judgeLinks(linksUrl: string): SenderFinding {
  return new URL(linksUrl).protocol === 'https:'
    ? { what: 'Links', state: 'good', says: 'The link to unsubscribe is an https address.' }
    : {
        what: 'Links',
        state: 'bad',
        says: `The link to unsubscribe leads to ${linksUrl}, and mail programs take https only. Serve the API by https.`,
      }
}

const NO_ANSWER = 'DNS did not answer. Check again in a moment.'

function judgeSpf(domain: string, records: Records): SenderFinding {
  const finding = (state: SenderFinding['state'], says: string): SenderFinding => ({
    what: 'SPF',
    state,
    says,
  })
  if (records === null) return finding('unknown', NO_ANSWER)
  const found = records.filter((record) => /^v=spf1(?: |$)/i.test(record))
  if (found.length > 1)
    return finding(
      'bad',
      `${domain} has ${found.length} SPF records, which counts as none. Make one of them.`,
    )
  const [record] = found
  if (record === undefined)
    return finding(
      'bad',
      `${domain} has no SPF record. Add a TXT record at ${domain} that names your mail server, such as “v=spf1 include:… -all”.`,
    )
  const all = /(?:^| )([+?~-]?)all(?: |$)/i.exec(record)
  if (all !== null && (all[1] === '' || all[1] === '+'))
    return finding(
      'bad',
      `The SPF record of ${domain} lets every server send for it (+all). End it with -all or ~all.`,
    )
  return finding('good', `“${record}” at ${domain}.`)
}

function judgeDkim(domain: string, { dkimSelector, ownKey }: SenderFacts, records: Records): SenderFinding {
  const finding = (state: SenderFinding['state'], says: string): SenderFinding => ({
    what: 'DKIM',
    state,
    says,
  })
  if (dkimSelector === null)
    return finding(
      'unknown',
      'Which key signs your mails is not known. Set DKIM_SELECTOR to the selector that your mail server or provider names.',
    )
  const name = dkimName(dkimSelector, domain)
  if (records === null) return finding('unknown', NO_ANSWER)
  const keys = records.map(tagsOf).filter((tags) => tags.has('p'))
  const [key] = keys
  if (key === undefined)
    return finding(
      'bad',
      `There is no DKIM key at ${name}. Add the TXT record that your mail server or provider shows.`,
    )
  const published = key.get('p')?.replace(/\s/g, '') ?? ''
  if (published === '')
    return finding('bad', `The DKIM key at ${name} is withdrawn (p= is empty). Publish the present one.`)
  if (ownKey !== null && published !== ownKey)
    return finding(
      'bad',
      `The DKIM key at ${name} is not that of DKIM_PRIVATE_KEY. Publish “v=DKIM1; k=rsa; p=${ownKey}”.`,
    )
  return finding('good', `A key at ${name}, in the domain of the sender.`)
}

function judgeDmarc(domain: string, records: Records): SenderFinding {
  const finding = (state: SenderFinding['state'], says: string): SenderFinding => ({
    what: 'DMARC',
    state,
    says,
  })
  if (records === null) return finding('unknown', NO_ANSWER)
  const found = records.filter((record) => /^v=DMARC1\s*(?:;|$)/i.test(record))
  if (found.length > 1)
    return finding(
      'bad',
      `${domain} has ${found.length} DMARC records, which counts as none. Keep one of them.`,
    )
  const [record] = found
  const policy = record === undefined ? undefined : tagsOf(record).get('p')?.toLowerCase()
  if (record === undefined || policy === undefined)
    return finding(
      'bad',
      `${domain} has no DMARC policy. Add a TXT record at _dmarc.${domain}: “v=DMARC1; p=none; rua=mailto:…”.`,
    )
  return ['none', 'quarantine', 'reject'].includes(policy)
    ? finding('good', `“${record}”.`)
    : finding('bad', `The DMARC policy of ${domain} is “${policy}”. Use none, quarantine or reject.`)
}

/** The tags of a record such as 'v=DKIM1; p=…'. */
function tagsOf(record: string): Map<string, string> {
  return new Map(
    record.split(';').flatMap((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()] as const]
    }),
  )
}
