/** The id of the list of checks. */
export const CHECKS_ID = 'article-checks'

/** Opens the list of checks, scrolls to it and focuses it. */
export function showChecks(): void {
  const list = document.getElementById(CHECKS_ID)
  if (!(list instanceof HTMLDetailsElement)) return
  list.open = true
  list.querySelector('summary')?.focus({ preventScroll: true })
  list.scrollIntoView({ block: 'start' })
}
