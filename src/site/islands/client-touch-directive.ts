import type { ClientDirective } from 'astro'

const TOUCHES = ['pointerover', 'focusin', 'submit', 'click'] as const

/**
 * Loads an island when a reader first touches it. A form sent, or a button pressed, before the island has come to life
 * is held back and repeated when it tells by `island:ready` that it listens (see use-ready.ts). Forms that lead to
 * another page by themselves need not wait, and what was built into an island's slots is no part of it.
 */
const touch: ClientDirective = (load, { value }, island) => {
  let loading = false
  let repeat: (() => void) | null = null

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
      if (button) repeat = () => button.click()
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
    if (repeat) alert('This could not be loaded. Please check your connection and try again.')
    repeat = null
  })
}

/** A search, say: sending it opens another page, and needs no script. */
function leadsAway(form: HTMLFormElement): boolean {
  return form.method === 'get' && form.hasAttribute('action')
}

export default touch
