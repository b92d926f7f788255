import { focusLookup } from '../../backend/focus-lookup.ts'
import { objectPosition } from '../../domain/media/focus.ts'
import { thumbnailUrl } from '../../domain/media/media-address.ts'
import { createElement } from './dom.ts'
import { readerClient } from './reader-client.ts'

const focusOf = focusLookup(readerClient)

async function applyFocus(image: HTMLImageElement, address: string): Promise<void> {
  const position = objectPosition(await focusOf(address))
  if (position === undefined) return
  image.style.objectPosition = position
  image.style.backgroundPosition = position
}

/** Keeps the frame of a card from lying across its picture, as `.frame` in styles/parts/cards.css does: a crop would leave a strip. */
function fitFrame({ naturalWidth, naturalHeight, parentElement: frame }: HTMLImageElement): void {
  frame?.classList.add(naturalWidth < naturalHeight ? 'portrait' : 'landscape')
}

/** Shows the thumbnail of the picture at `address`; the original where there is none. */
export function showThumbnail(image: HTMLImageElement, address: string): void {
  image.addEventListener('load', () => fitFrame(image))
  image.src = thumbnailUrl(address) ?? address
  image.addEventListener('error', () => (image.src = address), { once: true })
  void applyFocus(image, address)
}

/** Decorative thumbnail (`alt=""`) in a frame. */
export function createThumbnail(address: string): HTMLElement {
  const image = createElement('img', { alt: '', loading: 'lazy' })
  showThumbnail(image, address)
  return createElement('div', { class: 'frame' }, image)
}

/** The original picture in a frame, with its thumbnail as background while it loads. */
export function createFramedPicture(address: string, alt: string): HTMLElement {
  const image = createElement('img', { src: address, alt })
  const thumbnail = thumbnailUrl(address)
  if (thumbnail !== null) image.style.background = `url("${thumbnail}") center / cover`
  void applyFocus(image, address)
  return createElement('div', { class: 'frame' }, image)
}

/** The same without alternative text, in the picture's own shape once that is known. */
export function createWholePicture(address: string): HTMLElement {
  const frame = createFramedPicture(address, '')
  frame.classList.add('whole')
  const image = frame.querySelector('img')
  image?.addEventListener('load', () => {
    frame.style.setProperty('--ratio', `${image.naturalWidth}/${image.naturalHeight}`)
    frame.style.setProperty('--own-width', `${image.naturalWidth}px`)
  })
  return frame
}
