/** The key under which an address of the admin waits for the admin's page (see AdminDocument.astro). */
const DEEP_LINK = 'mantel.deep-link'

/**
 * What the 404 page does about the address it stands for: an address of the admin is handed to the admin's page, where
 * the host did not do that itself; a story or an author that is not built yet is read live.
 */
export async function renderLiveFallback(main: HTMLElement): Promise<void> {
  const { pathname, search, hash } = location
  if (pathname.startsWith('/admin/')) {
    sessionStorage.setItem(DEEP_LINK, pathname + search + hash)
    location.replace('/admin')
    return
  }
  const [, kind, segment = ''] = /^\/(article|author)\/([^/]+?)(?:\.html)?\/?$/.exec(pathname) ?? []
  if (kind === 'article') {
    const { showLiveArticle } = await import('./live-article.ts')
    if (await showLiveArticle(decoded(segment) ?? segment, main)) return
  }
  if (kind === 'author') {
    const { showLiveAuthor } = await import('./live-author.ts')
    if (await showLiveAuthor(decoded(segment), main)) return
  }
  console.error('404 Error: User attempted to access non-existent route:', pathname)
}

/** Null for a segment with a percent sign out of place. */
function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
