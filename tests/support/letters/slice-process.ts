/** A slice of send-letters, run by Deno as the function is, with a provider and name servers of the test. Tests kill it at any moment. */
import { type SliceAccess, beginSlice } from '../../../src/letters/sending/letter-slice.ts'

export type SliceJob = Omit<SliceAccess, 'askDns' | 'report'>

/** What DNS has of a domain that is set up. */
function recordsAt(name: string): string[] {
  if (name.startsWith('_dmarc.')) return ['v=DMARC1; p=none']
  return name.includes('._domainkey.') ? ['v=DKIM1; k=rsa; p=abc'] : ['v=spf1 -all']
}

const job = JSON.parse(process.argv[2] ?? '') as SliceJob
const slice = await beginSlice({ ...job, askDns: async (name) => recordsAt(name), report: console.log })
await slice?.()
console.log(slice === null ? 'nothing to do' : 'sent')
// In Deno limits of time that are not reached keep a process.
process.exit()
