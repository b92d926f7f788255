/** Lets the buttons of every carousel turn it by one; past the last comes the first, and back (reader spec §4). */
export function turnCarousels(): void {
  for (const carousel of document.querySelectorAll('.carousel')) {
    const strip = carousel.querySelector('ul')
    carousel.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-turn]') : null
      if (!button || !strip) return
      const count = strip.children.length
      const width = strip.scrollWidth / count
      const next = (Math.round(strip.scrollLeft / width) + Number(button.dataset.turn) + count) % count
      strip.scrollTo({ left: next * width })
    })
  }
}
