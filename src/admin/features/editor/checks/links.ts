import * as z from 'zod/mini'
import { type LinkState, LINK_STATES, MAX_CHECKED_LINKS } from '../../../../domain/story/checks.ts'
import { invoke } from '../../../data/requests/invoke.ts'

const answerSchema = z.object({ states: z.array(z.enum(LINK_STATES)) })

/** How long the magazine's own server may take. */
const TIMEOUT_MS = 5_000

/**
 * Asks for each link whether its page is there: the magazine's own pages from here, all others by an edge function, since
 * browsers may not ask other sites. Rejects with a BackendError.
 */
export async function checkLinks(addresses: readonly string[]): Promise<ReadonlyMap<string, LinkState>> {
  const own = addresses.filter(isOwn)
  const others = addresses.filter((address) => !isOwn(address))
  const [ownStates, otherStates] = await Promise.all([Promise.all(own.map(checkOwn)), checkOthers(others)])
  const states = [...ownStates, ...otherStates]
  return new Map([...own, ...others].map((address, at) => [address, states[at] ?? 'unknown']))
}

/** The whole address of a link of the story's page. */
const wholeAddress = (address: string) => URL.parse(address, __SITE_URL__)

function isOwn(address: string): boolean {
  return wholeAddress(address)?.origin === location.origin
}

async function checkOwn(address: string): Promise<LinkState> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { ok, status } = await fetch(wholeAddress(address) ?? address, { method: 'HEAD', signal })
    return ok ? 'fine' : status === 404 || status === 410 ? 'dead' : 'unknown'
  } catch {
    return 'unknown'
  }
}

async function checkOthers(addresses: readonly string[]): Promise<LinkState[]> {
  const states: LinkState[] = []
  for (let start = 0; start < addresses.length; start += MAX_CHECKED_LINKS) {
    const links = addresses
      .slice(start, start + MAX_CHECKED_LINKS)
      .map((address) => wholeAddress(address)?.href ?? address)
    states.push(...(await invoke('check-links', { links }, answerSchema)).states)
  }
  return states
}
