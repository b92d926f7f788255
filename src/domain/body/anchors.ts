import type { Element, ElementContent, Root, RootContent } from 'hast'
import { visit } from 'unist-util-visit'
import { slugify } from '../sections/slug.ts'
import { ELEMENTS } from './elements.ts'
import { isElement, showsNothing, textOf } from './html/hast.ts'

/** Prefix of every id in a text: no other name in a page begins so, and none can hide a property of `document`. */
const PREFIX = 's-'

/** The id of an element with this name, before a number makes it unique. */
export function anchorId(name: string, fallback: string): string {
  return PREFIX + (slugify(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name) || fallback)
}

/** Ids of one page. */
export class UniqueIds {
  readonly #taken = new Set<string>()
  /** By id without a number: the number to try next when the id is taken. */
  readonly #nextNumbers = new Map<string, number>()

  /** An id that this gave to nothing else. */
  next(name: string, fallback: string): string {
    const base = anchorId(name, fallback)
    let id = base
    let number = this.#nextNumbers.get(base) ?? 2
    for (; this.#taken.has(id); number += 1) id = `${base}-${number}`
    this.#taken.add(id)
    this.#nextNumbers.set(base, number)
    return id
  }
}

/** The name after the # of a link within its own text; null for any other link. */
export function linkedName({ tagName, properties: { href } }: Element): string | null {
  if (tagName !== 'a' || typeof href !== 'string' || href.length < 2 || !href.startsWith('#')) return null
  try {
    return decodeURIComponent(href.slice(1))
  } catch {
    return href.slice(1)
  }
}

/**
 * Keeps the targets of the links that lead to a place of the same text, such as footnotes and tables of contents: the
 * block around or after each target gets an id, and the links lead there. All other ids and names go.
 */
export function nameAnchors(tree: Root): void {
  const links: { link: Element; name: string }[] = []
  visit(tree, 'element', (node) => {
    const name = linkedName(node)
    if (name !== null) links.push({ link: node, name })
  })
  const places = new Places(new Set(links.map(({ name }) => name)))
  places.find(tree.children, null)
  const ids = new UniqueIds()
  const idOf = new Map<Element, string>()
  const blocks = places.blocks()
  for (const [name, block] of blocks) {
    if (!idOf.has(block)) idOf.set(block, ids.next(name, 'anchor'))
  }
  visit(tree, 'element', (node) => {
    delete node.properties.id
    delete node.properties.name
  })
  for (const [block, id] of idOf) block.properties.id = id
  for (const { link, name } of links) {
    const block = blocks.get(name)
    const id = block && idOf.get(block)
    if (id !== undefined) link.properties.href = `#${id}`
  }
}

/** Looks for the blocks that the targets of links are in. */
class Places {
  readonly #wanted: ReadonlySet<string>
  readonly #blocks = new Map<string, Element>()
  /** Targets between two blocks. */
  #waiting: string[] = []
  #last: Element | null = null

  constructor(wanted: ReadonlySet<string>) {
    this.#wanted = wanted
  }

  /** The block of each target, in the order of the text. */
  blocks(): ReadonlyMap<string, Element> {
    if (this.#last !== null) this.#place(this.#waiting, this.#last)
    return this.#blocks
  }

  find(nodes: readonly (RootContent | ElementContent)[], around: Element | null): void {
    for (const node of nodes) {
      if (!isElement(node)) continue
      const names = [node.properties.id, node.tagName === 'a' ? node.properties.name : undefined]
      const targets = names.filter(
        (name): name is string => typeof name === 'string' && this.#wanted.has(name),
      )
      // An item of one paragraph is written without it, a heading or code holds lines, and an empty paragraph is not shown.
      const isInLine =
        around !== null && (around.tagName === 'li' || ELEMENTS[around.tagName]?.isLine === true)
      const isLine = node.tagName === 'p' && isInLine
      const isEmpty = node.tagName === 'p' && node.children.every(showsNothing)
      const isBlock = ELEMENTS[node.tagName]?.attributes?.id !== undefined && !isLine && !isEmpty
      const block = isBlock ? node : around
      if (isBlock) {
        this.#place(this.#waiting, node)
        this.#waiting = []
        this.#last = node
      }
      if (block === null) this.#waiting.push(...targets)
      else this.#place(targets, block)
      this.find(node.children, block)
    }
  }

  #place(names: readonly string[], block: Element): void {
    for (const name of names) if (!this.#blocks.has(name)) this.#blocks.set(name, block)
  }
}

/**
 * Removes the links that lead nowhere: to a place which this text does not have, or without an address. Their words
 * stay. `idOf` returns the current id of a name.
 */
export function unlinkMissing(tree: Root, idOf: (name: string) => string | undefined): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'a' || !parent || index === undefined) return undefined
    const name = linkedName(node)
    if (name === null && node.properties.href) return undefined
    const id = name === null ? undefined : idOf(name)
    if (id === undefined) {
      parent.children.splice(index, 1, ...node.children)
      return index
    }
    node.properties.href = `#${id}`
    return undefined
  })
}

/** The ids of a text by the names that links may use for them: the ids of its blocks, and its headings' words. */
export function anchorsOf(tree: Root): Map<string, string> {
  const ids = new Map<string, string>()
  visit(tree, 'element', (node) => {
    const { id } = node.properties
    if (typeof id === 'string') ids.set(id, id)
    if (/^h[1-3]$/.test(node.tagName)) {
      const ofWords = anchorId(textOf(node), 'section')
      ids.set(ofWords, typeof id === 'string' ? id : ofWords)
    }
  })
  return ids
}
