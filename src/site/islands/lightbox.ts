/** Shows the pictures of the gallery one at a time over the page; the last is followed by the first (reader spec §4). */
export function listenToGallery(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#lightbox')
  const figure = dialog?.querySelector('figure')
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.gallery a')]
  if (!dialog || !figure) return
  let current = 0

  const show = (index: number) => {
    current = (index + links.length) % links.length
    const link = links[current]
    const picture = link?.querySelector('picture')?.cloneNode(true)
    if (!(picture instanceof HTMLElement)) return
    for (const part of picture.querySelectorAll<HTMLElement>('source, img'))
      part.setAttribute('sizes', '100vw')
    picture.removeAttribute('class')
    const caption = document.createElement('figcaption')
    caption.textContent = `${link?.nextElementSibling?.textContent ?? ''} ${current + 1} / ${links.length}`
    figure.replaceChildren(picture, caption)
  }

  for (const [index, link] of links.entries()) {
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      show(index)
      dialog.showModal()
    })
  }
  dialog.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-step]') : null
    if (button) show(current + Number(button.dataset.step))
  })
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') show(current - 1)
    if (key === 'ArrowRight') show(current + 1)
  })
}
