import type { ClientDirective } from 'astro'

const TOUCHES = ['pointerover', 'focusin', 'submit', 'click'] as const

/**
 * Hydrates an island at the first pointer, focus or submit event. A submit or click before hydration is held back and
 * repeated when the island fires `island:ready` (see use-island-ready.ts), as is a link that only changes this page's
 * query. Forms and links to other pages are not held back; events in an island's slots are ignored.
 */
const touch: ClientDirective = (load, { value }, island) => {
  let loading = false
  let repeat: (() => void) | null = null
  /** Called for a held-back link click when the island fails to load. */
  let followInstead: (() => void) | null = null

  const onTouch = (event?: Event) => {
    const target = event?.target as Element | undefined
    if (island.contains(target?.closest('astro-slot') ?? null)) return
    if (event?.type === 'submit') {
      const form = target as HTMLFormElement
      if (!leadsAway(form)) {
        event.preventDefault()
        repeat = () => form.requestSubmit()
      }
    } else if (event?.type === 'click') {
      const button = target?.closest<HTMLElement>('button[type=button]:not([commandfor])')
      const link = target?.closest('a')
      if (button) repeat = () => button.click()
      else if (link && changesOnlyQuery(link) && opensInThisTab(event as MouseEvent)) {
        event.preventDefault()
        repeat = () => link.click()
        followInstead = () => location.assign(link.href)
      }
    }
    if (loading) return
    loading = true
    void load().then((hydrate) => hydrate())
  }

  // From the first input on, the island shows validation errors, not the browser.
  for (const form of island.querySelectorAll('form')) form.noValidate = !leadsAway(form)
  if (typeof value === 'string' && new RegExp(value).test(location.pathname + location.search)) onTouch()
  for (const type of TOUCHES) island.addEventListener(type, onTouch)
  island.addEventListener('island:ready', () => {
    for (const type of TOUCHES) island.removeEventListener(type, onTouch)
    repeat?.()
  })
  island.addEventListener('astro:hydration-error', () => {
    loading = false
    if (followInstead) followInstead()
    else if (repeat) alert('This could not be loaded. Please check your connection and try again.')
    repeat = null
  })
}

/** Whether the form navigates (a search): it works without script. */
function leadsAway(form: HTMLFormElement): boolean {
  return form.method === 'get' && form.hasAttribute('action')
}

/** Whether a link leads to this page with another query. */
function changesOnlyQuery({ origin, pathname, search }: HTMLAnchorElement): boolean {
  return origin === location.origin && pathname === location.pathname && search !== location.search
}

/** Whether the click follows the link in this tab. */
function opensInThisTab({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return !metaKey && !ctrlKey && !shiftKey && !altKey
}

export default touch
