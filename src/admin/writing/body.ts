import type { Node, Schema } from '@tiptap/pm/model'
import { htmlOf, parseBody, writtenBlocks } from './paste/normal-html.ts'

/**
 * A body: an editor's document, or HTML that no editor has opened yet. Immutable; each form is derived from the other
 * on first use, so that typing never serialises the text.
 */
export class Body {
  #html: string | null = null
  #doc: Node | null = null

  constructor(source: string | Node) {
    if (typeof source === 'string') this.#html = source
    else this.#doc = source
  }

  get html(): string {
    return (this.#html ??= this.#doc === null ? '' : htmlOf(this.#doc))
  }

  get isEmpty(): boolean {
    return this.#doc === null ? this.#html === '' : writtenBlocks(this.#doc).length === 0
  }

  /** The document in an editor's schema: documents of two editors never equal each other. */
  doc(schema: Schema): Node {
    if (this.#doc?.type.schema !== schema) this.#doc = parseBody(this.html, schema)
    return this.#doc
  }

  equals(other: Body): boolean {
    if (this === other) return true
    const doc = this.#doc ?? other.#doc
    if (doc === null || (this.#html !== null && this.#html === other.#html)) return this.html === other.html
    const { schema } = doc.type
    const blocks = writtenBlocks(this.doc(schema))
    const others = writtenBlocks(other.doc(schema))
    return blocks.length === others.length && blocks.every((block, at) => others[at]?.eq(block) ?? false)
  }
}
