import { apiUrl } from '../../../backend/env/api-url.ts'

/**
 * Counts one view of the story at this address; none of a preview, whose address is another one. Sends the slug and
 * nothing about the reader. Skipped for readers with Do Not Track or Global Privacy Control, automated browsers, reloads
 * and back/forward navigations.
 */
export function countView(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const [, kind, slug] = location.pathname.split('/')
  const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & {
    globalPrivacyControl?: boolean
  }
  if (
    kind !== 'article' ||
    doNotTrack === '1' ||
    globalPrivacyControl ||
    webdriver ||
    visit?.type !== 'navigate'
  )
    return
  void fetch(`${apiUrl()}/rest/v1/rpc/count_view`, {
    method: 'POST',
    headers: { apikey: __SUPABASE_PUBLISHABLE_KEY__, 'content-type': 'application/json' },
    body: JSON.stringify({ p_slug: slug }),
    keepalive: true,
  }).catch(() => 0)
}
