import type { ContentMatch, Mark, Node, NodeType, Schema } from '@tiptap/pm/model'
import type { Random } from './random.ts'

/** Nodes within each other, at most. */
const MAX_DEPTH = 3
const WORDS = [
  'oak',
  'Crème brûlée',
  '60 * 40 * 30',
  'a < b & c > d',
  '"quoted"',
  '10',
  '京都の町家',
  'שלום',
  '😀',
  'https://mantel.example/a?b=1&c=2',
  '**not bold**',
  '—',
  '&amp;',
  'x'.repeat(60),
]

/** Values of the attributes of nodes and marks; an attribute that is not here keeps its default. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  level: [1, 2, 3, 4],
  start: [1, 3, 0, -2, 1930],
  reversed: [null, null, 'true'],
  value: [null, null, '7'],
  scope: [null, 'col', 'row'],
  src: ['/uploads/a.webp', 'http://127.0.0.1:54321/storage/v1/object/public/media/u/1.webp?a=1&b=2'],
  alt: ['', 'A tub & a "bath"'],
  width: [null, 800],
  poster: [null, '/uploads/film.webp'],
  dataWidth: [null, null, 'wide', 'full', 'margin'],
  height: [null, 600],
  title: [null, 'Tip'],
  href: [
    ...[
      'https://a.example/?q=1&r="2"',
      'https://a.example/a b/ü',
      '/about',
      '//a.example/b',
      '../a?b=c',
      '?q=1',
    ],
    ...['mailto:a@b.example', 'mailto:?subject=a', 'mailto:a@b.example,c@d.example', 'tel:+442079460018'],
  ],
}
const LIST_TYPES = [null, 'a', 'A', 'i', 'I']

/** A document of any nodes and marks of the editor's schema, with links to its blocks with an id. */
export function randomBody(schema: Schema, random: Random): Node {
  return new RandomBody(schema, random).doc()
}

class RandomBody {
  readonly #schema: Schema
  readonly #random: Random
  readonly #ids: string[] = []

  constructor(schema: Schema, random: Random) {
    this.#schema = schema
    this.#random = random
  }

  doc(): Node {
    const { nodes, marks } = this.#schema
    const blocks = this.#content(this.#schema.topNodeType, 0)
    const links = this.#ids.flatMap((id) => [
      this.#schema.text(id, marks.link && [marks.link.create({ href: `#${id}` })]),
      this.#schema.text(', '),
    ])
    if (links.length > 0 && nodes.paragraph) {
      blocks.push(nodes.paragraph.create(null, [...links, this.#schema.text('and so on')]))
    }
    return this.#schema.topNodeType.create(null, blocks)
  }

  #content(type: NodeType, depth: number): Node[] {
    if (type.inlineContent) return this.#line(type)
    if (type.name === 'table') return this.#rows(depth)
    const nodes: Node[] = []
    let match: ContentMatch = type.contentMatch
    const wanted = 1 + this.#random.below(2)
    while (match.edgeCount > 0 && (nodes.length < wanted || !match.validEnd)) {
      const choices = Array.from({ length: match.edgeCount }, (_, at) => match.edge(at))
      const flat = choices.filter(({ type: { name } }) => name === 'paragraph')
      const { type: next, next: rest } = this.#random.pick(
        depth >= MAX_DEPTH && flat.length > 0 ? flat : choices,
      )
      nodes.push(this.#node(next, depth + 1))
      match = rest
    }
    return nodes
  }

  #node(type: NodeType, depth: number): Node {
    const content = this.#content(type, depth)
    return type.create({ ...this.#attributes(type), ...this.#anchor(type, content) }, content)
  }

  #attributes(type: NodeType): Record<string, unknown> {
    const names = Object.keys(type.spec.attrs ?? {})
    const attrs = Object.fromEntries(
      names.filter((name) => VALUES[name]).map((name) => [name, this.#random.pick(VALUES[name] ?? [null])]),
    )
    if (type.name === 'orderedList') {
      attrs.type = this.#random.pick(LIST_TYPES)
    }
    if (type.name === 'embed') attrs.title = this.#random.pick(['A film & "sound"', '京都'])
    if (type.name === 'embed' && attrs.poster === null) Object.assign(attrs, { width: null, height: null })
    if (type.name === 'figure') attrs.href = this.#random.pick([null, '/about'])
    return attrs
  }

  /** Sometimes an id for a block that shows something: an empty one is not shown, and its links lead nowhere. */
  #anchor(type: NodeType, content: readonly Node[]): { id?: string } {
    const hasId = type.spec.attrs && 'id' in type.spec.attrs
    if (!hasId || content.every((node) => node.textContent === '') || this.#random.below(8) > 0) return {}
    const id = `s-n${this.#ids.length}`
    this.#ids.push(id)
    return { id }
  }

  /** Rows of the same number of columns: the editor completes others. */
  #rows(depth: number): Node[] {
    const { tableRow, tableHeader, tableCell } = this.#schema.nodes
    if (!tableRow || !tableHeader || !tableCell) return []
    const columns = 1 + this.#random.below(2)
    const cell = (type: NodeType, colspan: number) =>
      type.create({ ...this.#attributes(type), colspan }, this.#content(type, depth + 2))
    return Array.from({ length: 1 + this.#random.below(2) }, (_, row) => {
      const type = row === 0 ? tableHeader : tableCell
      const cells =
        this.#random.below(6) === 0
          ? [cell(type, columns)]
          : Array.from({ length: columns }, () => cell(type, 1))
      return tableRow.create(this.#attributes(tableRow), cells)
    })
  }

  /** Words, breaks and pre-formatted lines. */
  #line(type: NodeType): Node[] {
    const pieces: Node[] = []
    for (let left = this.#random.below(4); left > 0; left -= 1) {
      const { hardBreak } = this.#schema.nodes
      const mayBreak = hardBreak && type.contentMatch.matchType(hardBreak)
      if (mayBreak && pieces.at(-1)?.isText && this.#random.below(4) === 0) pieces.push(hardBreak.create())
      const words = type.spec.code
        ? `${this.#random.pick(WORDS)}\n  ${this.#random.pick(WORDS)}`
        : this.#random.pick(WORDS)
      // Blanks at the ends of a line mean nothing in HTML.
      if (!type.spec.code && pieces.at(-1)?.isText) pieces.push(this.#schema.text(' and '))
      pieces.push(this.#schema.text(words, this.#marks(type)))
    }
    // A line that begins with a dash is the speaker of a quotation.
    return pieces[0]?.text?.startsWith('—') ? [] : pieces
  }

  #marks(type: NodeType): Mark[] {
    let marks: readonly Mark[] = []
    for (const mark of Object.values(this.#schema.marks)) {
      if (!type.allowsMarkType(mark) || this.#random.below(6) > 0) continue
      const names = Object.keys(mark.spec.attrs ?? {}).filter((name) => VALUES[name])
      const attrs = Object.fromEntries(names.map((name) => [name, this.#random.pick(VALUES[name] ?? [null])]))
      marks = mark.create(attrs).addToSet(marks)
    }
    return [...marks]
  }
}
