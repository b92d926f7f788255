const READING_MS = 10_000

/**
 * Counts one reading of the story at this address, once the reader has scrolled or looked at it for ten seconds. Sends
 * the slug and nothing about the reader; nothing at all for those who ask not to be tracked, for automated browsers, and
 * for a page that is loaded again or returned to.
 */
export function countReading(): void {
  const [visit] = performance.getEntriesByType('navigation')
  const slug = /^\/article\/([^/]+)/.exec(location.pathname)?.[1]
  const declines =
    navigator.doNotTrack === '1' ||
    ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) ||
    navigator.webdriver
  if (!slug || declines || (visit as PerformanceNavigationTiming | undefined)?.type !== 'navigate') return

  const waiting = new AbortController()
  const { signal } = waiting
  let timer: ReturnType<typeof setTimeout>
  const count = () => {
    clearTimeout(timer)
    waiting.abort()
    fetch(`${__SUPABASE_URL__}/rest/v1/rpc/count_view`, {
      method: 'POST',
      headers: { apikey: __SUPABASE_PUBLISHABLE_KEY__, 'content-type': 'application/json' },
      body: JSON.stringify({ p_slug: slug }),
      keepalive: true,
    }).catch(() => undefined)
  }
  // A page that is rendered before it is visited is hidden, too.
  const look = () => {
    clearTimeout(timer)
    if (!document.hidden) timer = setTimeout(count, READING_MS)
  }
  addEventListener('scroll', count, { passive: true, signal })
  document.addEventListener('visibilitychange', look, { signal })
  look()
}
