/** The key under which an address of the admin waits for the admin's page (see AdminDocument.astro). */
const DEEP_LINK = 'mantel.deep-link'

/**
 * What the 404 page does about the address it stands for: an address of the admin is handed to the admin's page, where
 * the host did not do that itself; a story that is published but not built yet is read live.
 */
export async function answerLostAddress(main: HTMLElement): Promise<void> {
  const { pathname, search, hash } = location
  if (pathname.startsWith('/admin/')) {
    sessionStorage.setItem(DEEP_LINK, pathname + search + hash)
    location.replace('/admin')
    return
  }
  const [, slug] = /^\/article\/([^/]+?)(?:\.html)?\/?$/.exec(pathname) ?? []
  if (slug !== undefined) {
    const { showLiveArticle } = await import('./live-article.ts')
    if (await showLiveArticle(decodeURIComponent(slug), main)) return
  }
  console.error('404 Error: User attempted to access non-existent route:', pathname)
}
