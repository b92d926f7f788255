import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast'

/** A paragraph that Word shows as an item of a list. `level` counts from 1. */
interface Item {
  level: number
  ordered: boolean
  node: Element
}

/** Word's lists are paragraphs with a bullet typed before them: here they become lists, in place. */
export function wordLists(tree: Root): void {
  eachParent(tree, (parent) => {
    const children: ElementContent[] = []
    let items: Item[] = []
    const endList = () => {
      if (items.length > 0) children.push(...nested(items))
      items = []
    }
    for (const child of parent.children as ElementContent[]) {
      const item = itemOf(child)
      if (item) items.push(item)
      else if (items.length === 0 || !isBetween(child)) {
        endList()
        children.push(child)
      }
    }
    endList()
    parent.children = children
  })
}

function eachParent(node: Root | Element, change: (parent: Root | Element) => void): void {
  for (const child of node.children) if (child.type === 'element') eachParent(child, change)
  if (node.children.some((child) => itemOf(child) !== null)) change(node)
}

/** Blank text and comments between two items do not end their list. */
function isBetween(node: RootContent): boolean {
  return node.type === 'comment' || (node.type === 'text' && node.value.trim() === '')
}

function itemOf(node: RootContent): Item | null {
  if (node.type !== 'element' || !/^(?:p|h[1-6])$/.test(node.tagName)) return null
  const style = typeof node.properties.style === 'string' ? node.properties.style : ''
  const level = /mso-list:\s*l\d+\s+level(\d+)/i.exec(style)?.[1]
  if (level === undefined) return null
  const marker = markerOf(node)
  return { level: Number(level), ordered: /^[\p{L}\p{N}]{1,4}[.)]/u.test(marker), node: withoutMarker(node) }
}

function isMarker(node: Nodes): boolean {
  return (
    node.type === 'element' &&
    typeof node.properties.style === 'string' &&
    /mso-list:\s*ignore/i.test(node.properties.style)
  )
}

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

function markerOf(node: Nodes): string {
  if (isMarker(node)) return textOf(node).trim()
  return 'children' in node ? node.children.map(markerOf).join('') : ''
}

function withoutMarker(node: Element): Element {
  const children = node.children
    .filter((child) => !isMarker(child) && child.type !== 'comment')
    .map((child) => (child.type === 'element' ? withoutMarker(child) : child))
  return { ...node, children }
}

/** Items → lists; an item of a deeper level goes into the item before it. */
function nested(items: readonly Item[]): Element[] {
  const lists: Element[] = []
  let index = 0
  while (index < items.length) {
    const first = items[index]
    if (!first) break
    const list: Element = {
      type: 'element',
      tagName: first.ordered ? 'ol' : 'ul',
      properties: {},
      children: [],
    }
    lists.push(list)
    while (index < items.length) {
      const item = items[index]
      if (!item || (item.level <= first.level && item.ordered !== first.ordered)) break
      if (item.level > first.level) {
        const deeper = items.slice(index).findIndex(({ level }) => level <= first.level)
        const end = deeper < 0 ? items.length : index + deeper
        const last = list.children.at(-1)
        if (last?.type === 'element') last.children.push(...nested(items.slice(index, end)))
        index = end
        continue
      }
      list.children.push({
        type: 'element',
        tagName: 'li',
        properties: {},
        children: [{ type: 'element', tagName: 'p', properties: {}, children: item.node.children }],
      })
      index += 1
    }
  }
  return lists
}
