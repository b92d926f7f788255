/**
 * Moves every carousel by one slide with its buttons and the arrow keys, wrapping around. Touch scrolling works
 * without script.
 */
export function turnCarousels(): void {
  for (const carousel of document.querySelectorAll('.carousel')) {
    const strip = carousel.querySelector('ul')
    const status = carousel.querySelector('[role=status]')
    if (strip && status) listenTo(carousel, strip, status)
    carousel.dispatchEvent(new Event('island:ready', { bubbles: true }))
  }
}

function listenTo(carousel: Element, strip: HTMLElement, status: Element): void {
  const count = strip.children.length
  const width = () => strip.scrollWidth / count
  let current = 0
  /** The slide that the last click or key leads to, until the strip is there; null: none is on its way. */
  let wanted: number | null = null

  const step = (by: number) => {
    wanted = ((wanted ?? current) + by + count) % count
    strip.scrollTo({ left: wanted * width() })
  }

  carousel.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-step]') : null
    if (button) step(Number(button.dataset.step))
  })
  strip.addEventListener('keydown', (event) => {
    if (event.target !== strip || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    step(event.key === 'ArrowLeft' ? -1 : 1)
  })
  strip.addEventListener('scroll', () => {
    const next = Math.round(strip.scrollLeft / width())
    if (next === current) return
    strip.children[current]?.querySelector('video')?.pause()
    current = next
    status.textContent = `${current + 1} / ${count}`
    if (current === wanted) wanted = null
  })
  // A reader who scrolls goes on from there. `scrollend` would not tell: the event of an earlier step may follow a click.
  for (const type of ['pointerdown', 'wheel'])
    strip.addEventListener(type, () => (wanted = null), { passive: true })
}
