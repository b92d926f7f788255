/** Minimum horizontal distance of a swipe in pixels. */
const SWIPE = 48

/** The `sizes` of a picture that fills the screen, but is not enlarged; 0 where its size is not known. */
function fullSize(width = 0, height = 0): string {
  return width && height ? `min(100vw, ${Math.round((100 * width) / height)}vh, ${width}px)` : '100vw'
}

/** Lightbox: shows the gallery's pictures one at a time over the page, wrapping around. */
export function listenToGallery(): void {
  const { story } = pageWords
  const dialog = document.querySelector<HTMLDialogElement>('#lightbox')
  const stage = dialog?.querySelector('.stage')
  const caption = dialog?.querySelector('.caption')
  const status = dialog?.querySelector('[role=status]')
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.gallery a')]
  if (!dialog || !stage || !caption || !status) return
  // It takes the focus in place of its first button: its name is heard first, and no button has a ring after a click.
  dialog.tabIndex = -1
  let current = 0
  let touch: Touch | undefined

  const show = (index: number) => {
    current = (index + links.length) % links.length
    const link = links[current]
    const picture = link?.querySelector('picture')?.cloneNode(true)
    if (!link || !(picture instanceof HTMLElement)) return
    const [width, height] = ['width', 'height'].map((side) =>
      Number(picture.querySelector('img')?.getAttribute(side)),
    )
    for (const part of picture.querySelectorAll('source, img')) {
      part.setAttribute('sizes', fullSize(width, height))
      part.removeAttribute('loading')
    }
    picture.removeAttribute('class')
    stage.replaceChildren(picture)
    const words = Array.from(link.nextElementSibling?.childNodes ?? [], ({ textContent }) =>
      textContent?.trim(),
    )
      .filter(Boolean)
      .join(' · ')
    const place = links.length > 1 ? `${current + 1} / ${links.length}` : ''
    caption.textContent = [words, place].filter(Boolean).join(' · ')
    status.textContent = `${story.pictureOf(current + 1, links.length)}. ${words}`
  }

  for (const [index, link] of links.entries()) {
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      show(index)
      dialog.showModal()
      dialog.focus()
    })
  }
  dialog.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const button = target.closest<HTMLElement>('[data-step]')
    if (button) show(current + Number(button.dataset.step))
    // A click beside the picture closes the lightbox.
    else if (target === stage || target === dialog) dialog.close()
  })
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') show(current - 1)
    if (key === 'ArrowRight') show(current + 1)
  })
  dialog.addEventListener(
    'touchstart',
    ({ touches }) => (touch = touches.length === 1 ? touches[0] : undefined),
    {
      passive: true,
    },
  )
  dialog.addEventListener('touchend', ({ changedTouches: [end] }) => {
    if (!touch || !end) return
    const [across, down] = [end.clientX - touch.clientX, end.clientY - touch.clientY]
    if (Math.abs(across) > SWIPE && Math.abs(across) > Math.abs(down)) show(current - Math.sign(across))
  })
  document.querySelector('.gallery')?.dispatchEvent(new Event('island:ready', { bubbles: true }))
}
