const COOKIE = 'sidebar_state'
const SEVEN_DAYS_IN_SECONDS = 7 * 24 * 60 * 60

/** Whether the sidebar was left open; open when nothing is remembered. `cookies` is `document.cookie`. */
export function readSidebarOpen(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${COOKIE}=false`)
}

/** The cookie that remembers it for 7 days (admin spec §9). */
export function sidebarCookie(open: boolean): string {
  return `${COOKIE}=${open}; path=/; max-age=${SEVEN_DAYS_IN_SECONDS}; samesite=lax`
}
