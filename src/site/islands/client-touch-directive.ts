import type { ClientDirective } from 'astro'

const TOUCHES = ['pointerover', 'focusin', 'submit', 'click'] as const

/**
 * Loads an island when a reader first touches it. A form sent, or a button pressed, before the island has come to life
 * is held back and repeated when it tells by `island:ready` that it listens (see use-ready.ts), and so is a link to
 * another state of this page, which would begin at its top again. Forms and links that lead to another page need not
 * wait, and what was built into an island's slots is no part of it.
 */
const touch: ClientDirective = (load, { value }, island) => {
  let loading = false
  let repeat: (() => void) | null = null
  /** What becomes of the press of a link when the island cannot be loaded. */
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
      else if (link && isState(link) && isPlain(event as MouseEvent)) {
        event.preventDefault()
        repeat = () => link.click()
        followInstead = () => location.assign(link.href)
      }
    }
    if (loading) return
    loading = true
    void load().then((hydrate) => hydrate())
  }

  // From the first keystroke on, what is wrong is told by the island.
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

/** A search, say: sending it opens another page, and needs no script. */
function leadsAway(form: HTMLFormElement): boolean {
  return form.method === 'get' && form.hasAttribute('action')
}

/** The same page with another question in its address. */
function isState({ origin, pathname, search }: HTMLAnchorElement): boolean {
  return origin === location.origin && pathname === location.pathname && search !== location.search
}

/** Not a press that opens another tab. */
function isPlain({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return !metaKey && !ctrlKey && !shiftKey && !altKey
}

export default touch
