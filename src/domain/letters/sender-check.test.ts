import { expect, test } from 'vitest'
import { type SenderFacts, type SenderRecords, dmarcNames, isReady, judgeSender } from './sender-check.ts'

const FACTS: SenderFacts = {
  from: 'letters@News.Example.org',
  linksUrl: 'https://api.example.org/functions/v1/newsletter',
  dkimSelector: 'mail',
  ownKey: null,
}
const RECORDS: SenderRecords = {
  spf: ['google-site-verification=1', 'v=spf1 include:relay.example -all'],
  dkim: ['v=DKIM1; k=rsa; p=AAAA'],
  dmarc: ['v=DMARC1; p=none'],
}

test('a domain with SPF, DKIM and DMARC, and links by https, may send', () => {
  const findings = judgeSender(FACTS, RECORDS)
  expect(findings.map(({ what, state }) => [what, state])).toEqual([
    ['Links', 'good'],
    ['SPF', 'good'],
    ['DKIM', 'good'],
    ['DMARC', 'good'],
  ])
  expect(isReady(findings)).toBe(true)
})

test.each<[string, Partial<SenderFacts>, Partial<SenderRecords>, string]>([
  [
    'links by http',
    { linksUrl: 'http://api.example.org/x' },
    {},
    'Links bad: The link to unsubscribe leads to http://api.example.org/x',
  ],
  ['no SPF', {}, { spf: ['v=spf10'] }, 'SPF bad: news.example.org has no SPF record'],
  [
    'two SPF records',
    {},
    { spf: ['v=spf1 -all', 'v=spf1 a -all'] },
    'SPF bad: news.example.org has 2 SPF records',
  ],
  [
    'SPF for everybody',
    {},
    { spf: ['v=spf1 a +all'] },
    'SPF bad: The SPF record of news.example.org lets every server send',
  ],
  ['SPF for everybody without a sign', {}, { spf: ['v=spf1 all'] }, 'SPF bad: The SPF record'],
  ['DNS that does not answer', {}, { spf: null }, 'SPF unknown: DNS did not answer'],
  ['an unknown selector', { dkimSelector: null }, {}, 'DKIM unknown: Which key signs'],
  ['no DKIM key', {}, { dkim: [] }, 'DKIM bad: There is no DKIM key at mail._domainkey.news.example.org'],
  ['a withdrawn DKIM key', {}, { dkim: ['v=DKIM1; p='] }, 'DKIM bad: The DKIM key at'],
  [
    'another DKIM key',
    { ownKey: 'BBBB' },
    {},
    'DKIM bad: The DKIM key at mail._domainkey.news.example.org is not',
  ],
  ['no DMARC', {}, { dmarc: [] }, 'DMARC bad: news.example.org has no DMARC policy'],
  [
    'DMARC without a policy',
    {},
    { dmarc: ['v=DMARC1; rua=mailto:a@example.org'] },
    'DMARC bad: news.example.org has no',
  ],
  [
    'two DMARC records',
    {},
    { dmarc: ['v=DMARC1; p=none', 'v=DMARC1; p=none'] },
    'DMARC bad: news.example.org has 2',
  ],
  [
    'a DMARC policy that there is not',
    {},
    { dmarc: ['v=DMARC1; p=maybe'] },
    'DMARC bad: The DMARC policy of',
  ],
])('%s: it may not send to many, and is told why', (_, facts, records, says) => {
  const findings = judgeSender({ ...FACTS, ...facts }, { ...RECORDS, ...records })
  const wrong = findings.filter(({ state }) => state !== 'good')
  expect(wrong.map(({ what, state, says: text }) => `${what} ${state}: ${text}`)).toEqual([
    expect.stringContaining(says),
  ])
  expect(isReady(findings)).toBe(false)
})

test('a key that is split by blanks is the same key', () => {
  const findings = judgeSender(
    { ...FACTS, ownKey: 'AAAABBBB' },
    { ...RECORDS, dkim: ['v=DKIM1;p=AAAA BBBB'] },
  )
  expect(isReady(findings)).toBe(true)
})

test('a policy of a domain above counts', () => {
  expect(dmarcNames('news.example.org')).toEqual(['_dmarc.news.example.org', '_dmarc.example.org'])
})
