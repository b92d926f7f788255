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
