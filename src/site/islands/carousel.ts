/**
 * Moves every carousel by one slide with its buttons and the arrow keys, wrapping around. Touch scrolling works
 * without script.
 */
export function turnCarousels(): void {
  for (const carousel of document.querySelectorAll('.carousel')) {
    const strip = carousel.querySelector('ul')
    const status = carousel.querySelector('[role=status]')
    if (strip && status) turn(carousel, strip, status)
    carousel.dispatchEvent(new Event('island:ready', { bubbles: true }))
  }
}

function turn(carousel: Element, strip: HTMLElement, status: Element): void {
  const count = strip.children.length
  const width = () => strip.scrollWidth / count
  let current = 0
  /** The slide that the last click leads to, which `current` becomes while the strip scrolls. */
  let target = 0

  const go = (by: number) => {
    target = (target + by + count) % count
    strip.scrollTo({ left: target * width() })
  }

  carousel.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-turn]') : null
    if (button) go(Number(button.dataset.turn))
  })
  strip.addEventListener('keydown', (event) => {
    if (event.target !== strip || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    go(event.key === 'ArrowLeft' ? -1 : 1)
  })
  strip.addEventListener('scroll', () => {
    const next = Math.round(strip.scrollLeft / width())
    if (next === current) return
    strip.children[current]?.querySelector('video')?.pause()
    current = next
    status.textContent = `${current + 1} / ${count}`
    // Safari before 26.2 has no `scrollend`.
    if (!('onscrollend' in strip)) target = current
  })
  strip.addEventListener('scrollend', () => (target = current))
}
