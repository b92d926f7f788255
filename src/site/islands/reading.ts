/**
 * Counts how far a page was read, in one request when it is hidden: opened (visible for a second), begun (scrolled, or
 * visible for ten), read (the end of the text was seen, after half of its reading time). What is reached after a return to
 * the page is sent with the next. Nothing is stored, and nothing says who reads. Skipped for readers with Do Not Track or
 * Global Privacy Control, automated browsers, reloads and back/forward navigations.
 */

/** How far a page was read: 0 not at all, 1 opened, 2 begun, 3 read. */
export type Reached = 0 | 1 | 2 | 3

/**
 * `seconds` visible, `minutes` of reading time (NaN where there is no text), whether there was a scroll, and whether the end
 * was seen.
 */
export function reachedOf(
  seconds: number,
  minutes: number,
  isScrolled: boolean,
  isEndSeen: boolean,
): Reached {
  if (seconds < 1) return 0
  if (isEndSeen && seconds >= minutes * 30) return 3
  return isScrolled || seconds >= 10 ? 2 : 1
}

/** The host of the page that led here; '' for none, '-' for a page of this site. */
export function sourceOf(referrer: string, ownHost: string): string {
  const host = referrer.split('/')[2] ?? ''
  return host === ownHost ? '-' : host
}

export function countReading(): void {
  const address = new URL(location.href)
  const letter = address.searchParams.get('l')
  if (letter) {
    // The address that is shared says nothing of the letter.
    address.searchParams.delete('l')
    history.replaceState(null, '', address)
  }
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & {
    globalPrivacyControl?: boolean
  }
  const isPreview = /^.preview/.test(location.pathname)
  if (doNotTrack === '1' || globalPrivacyControl || webdriver || visit?.type !== 'navigate' || isPreview)
    return

  let seconds = 0
  let isScrolled = false
  let isEndSeen = false
  let sent: Reached = 0
  const story = document.querySelector<HTMLElement>('.story')
  const text = story?.querySelector('.text')
  // A prerendered page is hidden until it is visited.
  addEventListener('scroll', () => (isScrolled ||= !document.hidden))
  setInterval(() => {
    if (document.hidden) return
    seconds += 1
    if (text && text.getBoundingClientRect().bottom <= innerHeight) isEndSeen = true
  }, 1000)
  document.addEventListener('visibilitychange', () => {
    const reached = reachedOf(seconds, Number(story?.dataset.minutes), isScrolled, isEndSeen)
    const { missed } = document.body.dataset
    if (!document.hidden || !reached || (reached === sent && !missed)) return
    // A form, for which browsers ask no permission first; not a beacon, which would send and take cookies.
    const reading = [
      location.pathname,
      reached,
      sent,
      sourceOf(document.referrer, location.host),
      letter,
      missed,
    ]
    void fetch(
      `${__API_URL__ || location.origin}/rest/v1/rpc/count_reading?apikey=${__SUPABASE_PUBLISHABLE_KEY__}`,
      { method: 'POST', body: new URLSearchParams({ p_reading: reading.join('\n') }), keepalive: true },
    ).catch(() => 0)
    sent = reached
    document.body.dataset.missed = ''
  })
}
