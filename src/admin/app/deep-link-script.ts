/** An inline script: opens the address that the 404 page of a host without rewrites was asked for. */
export const OPEN_DEEP_LINK = `const deepLink = sessionStorage.getItem('mantel.deep-link')
if (deepLink) {
  sessionStorage.removeItem('mantel.deep-link')
  history.replaceState(null, '', deepLink)
}`
