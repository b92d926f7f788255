import { type LinkState, MAX_CHECKED_LINKS } from '../../../src/domain/story/checks.ts'
import { requireRole, serviceClient } from '../_shared/clients.ts'
import { HttpError, servePost } from '../_shared/http.ts'
import { checkLink } from './check-link.ts'

const MAX_LENGTH = 2000
const AT_ONCE = 10

/**
 * Asks the servers of `links` (at most MAX_CHECKED_LINKS), for roles that write stories. Responds with `{ states }`, in
 * the order of `links`.
 */
servePost(async (request) => {
  const service = serviceClient()
  const caller = await requireRole(service, request, ['super_admin', 'editor', 'contributor'])
  const links = readLinks(await request.json().catch(() => null))
  const { data: isAllowed, error } = await service.rpc('count_link_check', { p_person: caller.id })
  if (error) throw error
  if (isAllowed !== true) throw new HttpError(429, 'Too many requests. Please try again in a few minutes.')
  return { states: await checkAll(links) }
})

async function checkAll(links: readonly string[]): Promise<LinkState[]> {
  const states: LinkState[] = []
  const waiting = links.entries()
  const work = async () => {
    for (const [at, link] of waiting) states[at] = await checkLink(link)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return states
}

function readLinks(body: unknown): string[] {
  const { links } = (typeof body === 'object' && body !== null ? body : {}) as { links?: unknown }
  if (!Array.isArray(links)) throw new HttpError(400, 'Send the links as a list')
  if (links.length > MAX_CHECKED_LINKS)
    throw new HttpError(400, `Send at most ${MAX_CHECKED_LINKS} links at once`)
  return links.map((link: unknown) => {
    if (typeof link !== 'string' || link.length > MAX_LENGTH || !URL.canParse(link))
      throw new HttpError(400, 'A link is no address')
    return link
  })
}
