/** Plays films and sounds of other sites in the place of their links, which lead there. */
export function playEmbeds(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-player]')) {
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      const frame = document.createElement('iframe')
      frame.title = link.textContent.trim() || (link.querySelector('img')?.alt ?? '')
      frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
      // YouTube plays only where it is told the site.
      frame.referrerPolicy = 'strict-origin-when-cross-origin'
      frame.src = link.dataset.player ?? ''
      link.replaceWith(frame)
      frame.focus()
    })
    link.dispatchEvent(new Event('island:ready', { bubbles: true }))
  }
}
