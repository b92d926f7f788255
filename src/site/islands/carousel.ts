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
  /** The slide that the last click leads to, which `current` becomes while the strip scrolls. */
  let wanted = 0

  const step = (by: number) => {
    wanted = (wanted + by + count) % count
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
    // Safari before 26.2 has no `scrollend`.
    if (!('onscrollend' in strip)) wanted = current
  })
  strip.addEventListener('scrollend', () => (wanted = current))
}
