import type { ElementContent } from 'hast'

/** A tag of a template language in a text: where it stands, and what stands in it. */
export interface Mark {
  from: number
  to: number
  name: string
  role: 'alone' | 'open' | 'close'
  /** By name; those without one by their number: '0', '1'. */
  attributes: ReadonlyMap<string, string>
}

/** A tag with what is between it and its end; null where it has no end. */
export interface Tag extends Pick<Mark, 'name' | 'attributes'> {
  source: string
  inner: string | null
}

/**
 * What a tag means. `nodes`: these, in its place; `source`: this text, which is read like the rest; `content`: what is
 * between it and its end stays, the tag goes; `text`: nobody knows, so it stays as it is written.
 */
export type Meaning = { nodes: ElementContent[] } | { source: string } | 'content' | 'text'

/** A text whose tags are words that Markdown leaves alone, and what each of them stands for. */
interface Expanded {
  source: string
  pieces: Pieces
}

interface Piece {
  nodes: ElementContent[]
  source: string
}

export class Pieces {
  readonly #prefix: string
  readonly #all: Piece[] = []

  constructor(source: string) {
    let prefix = 'xTagx'
    while (source.includes(prefix)) prefix += 'x'
    this.#prefix = prefix
  }

  /** The word for a piece. */
  hold(piece: Piece): string {
    this.#all.push(piece)
    return `${this.#prefix}${this.#all.length - 1}z`
  }

  /** A text as nodes, with the pieces in it. */
  nodesOf(text: string): ElementContent[] {
    return this.#parts(text).flatMap((part) =>
      typeof part === 'string' ? (part === '' ? [] : [{ type: 'text', value: part }]) : part.nodes,
    )
  }

  /** A text with words for what tags mean, or with the tags as they were written. */
  sourceOf(text: string): string {
    return this.#parts(text)
      .map((part) => (typeof part === 'string' ? part : (wordsOf(part) ?? part.source)))
      .join('')
  }

  isIn(text: string): boolean {
    return this.#all.length > 0 && text.includes(this.#prefix)
  }

  #parts(text: string): (string | Piece)[] {
    return text.split(new RegExp(`${this.#prefix}(\\d+)z`)).map((part, at) => {
      return at % 2 === 0 ? part : (this.#all[Number(part)] ?? '')
    })
  }
}

/** Replaces the tags of a text. `marks`: in their order. */
export async function expand(
  source: string,
  marks: readonly Mark[],
  meaningOf: (tag: Tag) => Promise<Meaning>,
): Promise<Expanded> {
  const pieces = new Pieces(source)
  const ends = endsOf(marks)
  /** Ends that go with their tag. */
  const gone = new Set<number>()
  const out: string[] = []
  let at = 0
  for (let number = 0; number < marks.length; number += 1) {
    const mark = marks[number]
    if (mark === undefined || mark.from < at) continue
    out.push(source.slice(at, mark.from))
    at = mark.to
    const written = source.slice(mark.from, mark.to)
    if (mark.role === 'close') {
      if (!gone.has(number)) out.push(pieces.hold(asText(written)))
      continue
    }
    const end = ends.get(number)
    const last = end === undefined ? undefined : marks[end]
    const inner = last === undefined ? null : source.slice(mark.to, last.from)
    const { name, attributes } = mark
    const meaning = await meaningOf({ name, attributes, source: written, inner })
    if (meaning === 'text') out.push(pieces.hold(asText(written)))
    else if (meaning === 'content') {
      if (end !== undefined) gone.add(end)
    } else {
      at = last?.to ?? mark.to
      if ('source' in meaning) out.push(meaning.source)
      else if (meaning.nodes.length > 0)
        out.push(pieces.hold({ ...meaning, source: source.slice(mark.from, at) }))
    }
  }
  out.push(source.slice(at))
  return { source: out.join(''), pieces }
}

/** The words that a piece is; null where it is more. */
function wordsOf({ nodes }: Piece): string | null {
  const words = nodes.map((node) => (node.type === 'text' ? node.value : null))
  return words.length > 0 && words.every((word) => word !== null) ? words.join('') : null
}

function asText(source: string): Piece {
  return { nodes: [{ type: 'text', value: source }], source }
}

/** For each tag that has an end, the number of that. */
function endsOf(marks: readonly Mark[]): Map<number, number> {
  const ends = new Map<number, number>()
  const open = new Map<string, number[]>()
  for (const [number, { name, role }] of marks.entries()) {
    if (role === 'open') open.set(name, [...(open.get(name) ?? []).slice(-100), number])
    if (role !== 'close') continue
    const start = open.get(name)?.pop()
    if (start !== undefined) ends.set(start, number)
  }
  return ends
}
