import type { ClientDirective } from 'astro'

const TOUCHES = ['pointerover', 'touchstart', 'focusin', 'submit', 'click'] as const

/**
 * Loads an island when a reader first touches it. A form sent, or a button pressed, before the island has come to life
 * is held back and repeated when it tells by `island:ready` that it listens (see use-ready.ts).
 */
const touch: ClientDirective = (load, { value }, island) => {
  let loading = false
  let repeat: (() => void) | null = null

  const start = () => {
    if (loading) return
    loading = true
    void load().then((hydrate) => hydrate())
  }
  const onTouch = (event: Event) => {
    const { target } = event
    if (event.type === 'submit' && target instanceof HTMLFormElement) {
      event.preventDefault()
      repeat = () => target.requestSubmit()
    } else if (event.type === 'click' && target instanceof Element) {
      const button = target.closest<HTMLElement>('button[type=button]:not([commandfor])')
      if (button) repeat = () => button.click()
    }
    start()
  }

  // From the first keystroke on, what is wrong is told by the island.
  for (const form of island.querySelectorAll('form')) form.noValidate = true
  if (typeof value === 'string' && new RegExp(value).test(location.pathname + location.search)) start()
  for (const type of TOUCHES) island.addEventListener(type, onTouch)
  island.addEventListener('island:ready', () => {
    for (const type of TOUCHES) island.removeEventListener(type, onTouch)
    repeat?.()
  })
  island.addEventListener('astro:hydration-error', () => {
    loading = false
    if (repeat)
      alert('This part of the page could not be loaded. Please check your connection and try again.')
    repeat = null
  })
}

export default touch
