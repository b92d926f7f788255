import type { Element, ElementContent } from 'hast'
import { el, text } from '../../domain/body/html/hast.ts'
import { isObject, parseJson, str } from '../../domain/body/json.ts'
import { type Findings, cardNodes } from './cards.ts'
import { quotation } from './lexical.ts'

type List = readonly unknown[]
const list = (value: unknown): List => (Array.isArray(value) ? (value as List) : [])

/** The kinds of sections. */
const [MARKUP, IMAGE, LIST, CARD] = [1, 2, 3, 10]

interface Document {
  markups: List
  atoms: List
  cards: List
  found: Findings
}

/** The elements of a document of Mobiledoc, Ghost's editor from version 1 to 4; null for what is none. */
export function mobiledocNodes(source: string, found: Findings): ElementContent[] | null {
  const document = parseJson(source)
  if (!isObject(document) || !Array.isArray(document.sections)) return null
  // Of version 0.2, which Ghost never wrote.
  if (!str(document.version).startsWith('0.3')) return null
  const { markups, atoms, cards } = document
  const read = { markups: list(markups), atoms: list(atoms), cards: list(cards), found }
  return list(document.sections).flatMap((section) => sectionNodes(list(section), read))
}

function sectionNodes([kind, what, content]: List, document: Document): ElementContent[] {
  switch (kind) {
    case MARKUP:
      return [blockOf(str(what).toLowerCase(), lineNodes(list(content), document))]
    case IMAGE:
      return cardNodes('image', { src: what }, document.found)
    case LIST:
      return [
        el(
          str(what).toLowerCase() === 'ol' ? 'ol' : 'ul',
          list(content).map((item) => el('li', lineNodes(list(item), document))),
        ),
      ]
    case CARD: {
      const [name, payload] = list(document.cards[Number(what)])
      return cardNodes(str(name), isObject(payload) ? payload : {}, document.found)
    }
    default:
      document.found.notes.push({ kind: 'dropped', text: 'A part of an unknown kind' })
      return []
  }
}

function blockOf(tagName: string, line: ElementContent[]): Element {
  if (['blockquote', 'aside', 'pull-quote'].includes(tagName)) return quotation(line)
  return el(/^h[1-6]$/.test(tagName) ? tagName : 'p', line)
}

/** Texts and atoms, within the elements that each of them opens and closes. */
function lineNodes(markers: List, { markups, atoms }: Document): ElementContent[] {
  const line = el('p')
  const open: Element[] = [line]
  for (const marker of markers) {
    const [kind, opened, closed, value] = list(marker)
    for (const at of list(opened)) {
      const element = markupOf(list(markups[Number(at)]))
      open.at(-1)?.children.push(element)
      open.push(element)
    }
    open.at(-1)?.children.push(kind === 1 ? atomOf(list(atoms[Number(value)])) : text(str(value)))
    open.splice(Math.max(1, open.length - (Number(closed) || 0)))
  }
  return line.children
}

function markupOf([tagName, attributes]: List): Element {
  const pairs = list(attributes)
  const at = pairs.findIndex((name, index) => index % 2 === 0 && name === 'href')
  const name = str(tagName).toLowerCase()
  if (name === 'a') return el('a', [], at < 0 ? {} : { href: str(pairs[at + 1]) })
  return el(/^[a-z]{1,10}$/.test(name) ? name : 'span')
}

/** A line break, or the words of anything else. */
function atomOf([name, value]: List): ElementContent {
  return name === 'soft-return' ? el('br') : text(str(value))
}
