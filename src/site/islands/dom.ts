import { thumbnailUrl } from '../../domain/media-address.ts'

/** Creates an element with attributes and children; strings become text nodes. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

/** Decorative thumbnail (`alt=""`); falls back to the original. */
export function createThumbnail(address: string): HTMLElement {
  const picture = createElement('img', { src: thumbnailUrl(address) ?? address, alt: '', loading: 'lazy' })
  picture.addEventListener('error', () => picture.setAttribute('src', address), { once: true })
  return createElement('div', { class: 'frame' }, picture)
}

/** Heading, text and link of a "not found" page. */
export function notFoundMessage(title: string, message: string, href: string, way: string): HTMLElement {
  return createElement(
    'div',
    { class: 'top lost words' },
    createElement('h1', {}, title),
    createElement(
      'div',
      {},
      createElement('p', {}, message),
      createElement('a', { class: 'link', href }, way),
    ),
  )
}
