const COOKIE = 'sidebar_state'
const SEVEN_DAYS_IN_SECONDS = 7 * 24 * 60 * 60

/** Whether the sidebar is open: yes, unless the cookie says no. `cookies` is `document.cookie`. */
export function readSidebarOpen(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${COOKIE}=false`)
}

/** The cookie that keeps the sidebar's state for 7 days. */
export function sidebarCookie(open: boolean): string {
  return `${COOKIE}=${open}; path=/; max-age=${SEVEN_DAYS_IN_SECONDS}; samesite=lax`
}
