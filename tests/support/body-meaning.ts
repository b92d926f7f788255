import type { Element, ElementContent, Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import { linkedName } from '../../src/domain/body/anchors.ts'
import { ELEMENTS, attributesOf } from '../../src/domain/body/elements.ts'
import { isElement, textOf, isInline } from '../../src/domain/body/html/hast.ts'
import { stringify } from '../../src/domain/body/html/safe-html.ts'
import { parseHtml } from '#parse-html'

/**
 * HTML without what may differ between the editor, the page and a feed while its readers read the same: white space that
 * browsers collapse, elements that show nothing, the names of ids, and what pages add. In a feed the attributes that only
 * mean something on a page are gone, too, and addresses are resolved at `base`.
 */
export function meaningOf(html: string, base: string, isFeed = false): string {
  const tree = parseHtml(html)
  visit(tree, 'element', (node, index, parent) => {
    if (ELEMENTS[node.tagName] === undefined && parent && index !== undefined) {
      parent.children.splice(index, 1, ...node.children)
      return index
    }
    return undefined
  })
  dropEmpty(tree)
  numberIds(tree, isFeed, base)
  visit(tree, 'element', (node) => {
    const declared = attributesOf(node.tagName)
    node.properties = Object.fromEntries(
      Object.entries(node.properties).filter(([name]) => declared[name] !== undefined),
    )
    // A page has a title of its own above its text.
    if (node.tagName === 'h1') node.tagName = 'h2'
    for (const [name, { isPageOnly }] of Object.entries(attributesOf(node.tagName))) {
      if (isFeed && isPageOnly) delete node.properties[name]
    }
    for (const name of ['href', 'src']) {
      const value = node.properties[name]
      if (isFeed && typeof value === 'string') node.properties[name] = new URL(value, base).href
    }
  })
  collapseBlanks(tree, { endsInBlank: true })
  unwrapLines(tree)
  return stringify(tree.children as ElementContent[])
}

/**
 * Replaces ids by their places (a line's by the place of its item), and drops ids that no link leads to. A link to a missing
 * id becomes plain words.
 */
function numberIds(tree: Root, isFeed: boolean, base: string): void {
  const nameIn = (node: Element): string | null => {
    const { href } = node.properties
    const isHere = isFeed && typeof href === 'string' && href.startsWith(`${base}#`)
    return isHere ? href.slice(base.length + 1) : linkedName(node)
  }
  const linked = new Set<string>()
  visit(tree, 'element', (node) => {
    const name = nameIn(node)
    if (name !== null) linked.add(name)
  })
  const names = new Map<string, string>()
  let places = 0
  visit(tree, 'element', (node, _, parent) => {
    const { id } = node.properties
    delete node.properties.id
    if (typeof id !== 'string' || !linked.has(id)) return
    const place = node.tagName === 'p' && isElement(parent, 'li') ? parent : node
    place.properties.id ??= `s-${places++}`
    names.set(id, String(place.properties.id))
  })
  visit(tree, 'element', (node, index, parent) => {
    const name = nameIn(node)
    if (name === null || !parent || index === undefined) return undefined
    // A feed has no ids: its links lead to the page.
    const id = names.get(name) ?? (isFeed && names.size === 0 ? '' : undefined)
    if (id === undefined) {
      parent.children.splice(index, 1, ...node.children)
      return index
    }
    node.properties.href = isFeed ? base : `#${id}`
    return undefined
  })
}

/** Drops blocks, unwraps marks that show nothing. */
function dropEmpty(tree: Root | Element): void {
  tree.children = (tree.children as ElementContent[]).flatMap((node): ElementContent[] => {
    if (!isElement(node)) return [node]
    dropEmpty(node)
    const isEmpty = node.children.every(
      (child) => isElement(child, 'br') || (textOf(child).trim() === '' && !hasPicture(child)),
    )
    if (node.tagName === 'img' || ELEMENTS[node.tagName]?.isShownEmpty === true || !isEmpty) return [node]
    if (
      node.children.some(
        (child) => isElement(child) && child.tagName !== 'br' && ELEMENTS[child.tagName]?.isShownEmpty,
      )
    )
      return [node]
    return isInline(node) ? node.children : []
  })
}

function hasPicture(node: ElementContent): boolean {
  return isElement(node) && (node.tagName === 'img' || node.children.some(hasPicture))
}

/** Collapses white space as browsers do. */
function collapseBlanks(node: Root | Element, line: { endsInBlank: boolean }): void {
  for (const child of node.children) {
    if (child.type === 'text') {
      let value = child.value.replace(/[ \t\r\n]+/g, ' ')
      if (line.endsInBlank) value = value.replace(/^ /, '')
      if (value !== '') line.endsInBlank = value.endsWith(' ')
      child.value = value
    } else if (isElement(child) && child.tagName !== 'pre') {
      const isLine = !isInline(child) || child.tagName === 'br'
      if (isLine) line.endsInBlank = true
      collapseBlanks(child, line)
      if (isLine) line.endsInBlank = true
    }
  }
  node.children = (node.children as ElementContent[]).filter(
    (child) => child.type !== 'text' || child.value !== '',
  )
}

/** An item or cell of one paragraph is the same without it. */
function unwrapLines(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'p' || !isElement(parent, 'li', 'td', 'th') || index !== 0) return undefined
    if (node.properties.id !== undefined || parent?.children.slice(1).some((child) => isElement(child, 'p')))
      return undefined
    parent?.children.splice(index, 1, ...node.children)
    return [SKIP, index + node.children.length]
  })
}
