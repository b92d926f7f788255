/**
 * Makes an element what another one is, and changes only what differs: what is the same stays, so that pictures are not
 * loaded again, styles are not applied again, and the page stays where it was scrolled to. `next` is used up.
 */
export function morph(element: Element, next: Element): void {
  for (const name of element.getAttributeNames()) if (!next.hasAttribute(name)) element.removeAttribute(name)
  for (const name of next.getAttributeNames()) {
    const value = next.getAttribute(name) ?? ''
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
  const before = [...element.childNodes]
  const after = [...next.childNodes]
  const [first, last] = commonEnds(before, after)
  const rest = before.slice(first, before.length - last)
  const end = before[before.length - last] ?? null
  for (const [index, wanted] of after.slice(first, after.length - last).entries()) {
    const node = rest[index]
    if (node === undefined) element.insertBefore(wanted, end)
    else if (node.nodeName !== wanted.nodeName) element.replaceChild(wanted, node)
    else if (node.nodeType === Node.ELEMENT_NODE) morph(node as Element, wanted as Element)
    else node.nodeValue = wanted.nodeValue
  }
  for (const node of rest.slice(after.length - first - last)) node.remove()
}

/** How many nodes are the same at the beginning of two lists, and at their end. */
function commonEnds(some: readonly Node[], others: readonly Node[]): [first: number, last: number] {
  const most = Math.min(some.length, others.length)
  const isSame = (place: number) => some.at(place)?.isEqualNode(others.at(place) ?? null) === true
  let first = 0
  while (first < most && isSame(first)) first += 1
  let last = 0
  while (last < most - first && isSame(-1 - last)) last += 1
  return [first, last]
}
