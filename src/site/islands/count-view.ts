const READING_SECONDS = 10

/**
 * Counts one view of the story at this address, after the first scroll or ten visible seconds. Sends the slug and
 * nothing about the reader. Skipped for readers with Do Not Track or Global Privacy Control, automated browsers,
 * reloads and back/forward navigations.
 */
export function countView(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & {
    globalPrivacyControl?: boolean
  }
  if (doNotTrack === '1' || globalPrivacyControl || webdriver || visit?.type !== 'navigate') return

  let left = READING_SECONDS
  const count = () => {
    clearInterval(timer)
    removeEventListener('scroll', count)
    void fetch(`${__SUPABASE_URL__}/rest/v1/rpc/count_view`, {
      method: 'POST',
      headers: { apikey: __SUPABASE_PUBLISHABLE_KEY__, 'content-type': 'application/json' },
      body: JSON.stringify({ p_slug: location.pathname.split('/')[2] }),
      keepalive: true,
    }).catch(() => 0)
  }
  // A prerendered page is hidden until it is visited.
  const timer = setInterval(() => {
    if (!document.hidden && (left -= 1) === 0) count()
  }, 1000)
  addEventListener('scroll', count)
}
