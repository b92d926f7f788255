import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { type Passage, type Range, findPassage, isLeftIn, passageAt } from '../../domain/story/passage.ts'

/** The lines of a document as one text, and how its offsets and the document's positions go together. */
interface DocText {
  text: string
  positionOf: (offset: number) => number
  offsetOf: (position: number) => number
}

export function docText(doc: Node): DocText {
  const lines: { offset: number; start: number; text: string }[] = []
  let offset = 0
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true
    // Each leaf, such as a line break, becomes a blank: both have length 1.
    const text = node.textBetween(0, node.content.size, null, ' ')
    lines.push({ offset, start: position + 1, text })
    offset += text.length + 1
    return false
  })
  const last = <Line>(found: readonly Line[]) => found.at(-1)
  return {
    text: lines.map(({ text }) => text).join('\n'),
    positionOf: (at) => {
      const line = last(lines.filter((one) => one.offset <= at))
      return line === undefined ? 0 : line.start + Math.min(at - line.offset, line.text.length)
    },
    offsetOf: (at) => {
      const line = last(lines.filter(({ start }) => start <= at))
      return line === undefined ? 0 : line.offset + Math.min(at - line.start, line.text.length)
    },
  }
}

/** A passage of the text that somebody commented on. */
export interface MarkedPassage {
  id: string
  passage: Passage
}

/** Ranges of the passages in the document, by id. Passages that were not found are absent. */
type Places = ReadonlyMap<string, Range>

interface Marks {
  places: Places
  chosen: string | null
  decorations: DecorationSet
}

const KEY = new PluginKey<Marks>('passages')
/** After the last change: what was lost is looked for again. */
const SEARCH_MS = 400

/** The places after a change of the document. Passages that were deleted whole are absent. */
export function mapPlaces(places: Places, { mapping }: Pick<Transaction, 'mapping'>): Places {
  const mapped = new Map<string, Range>()
  for (const [id, { from, to }] of places) {
    const range = { from: mapping.map(from, 1), to: mapping.map(to, -1) }
    if (range.from < range.to) mapped.set(id, range)
  }
  return mapped
}

/** The places of all passages in a document: known ones are kept, others are searched for. */
export function placesIn(doc: Node, passages: readonly MarkedPassage[], known: Places): Places {
  const found = new Map<string, Range>()
  const lines = docText(doc)
  const { text, offsetOf } = lines
  for (const { id, passage } of passages) {
    const place = known.get(id)
    if (place !== undefined && isLeftIn(text.slice(offsetOf(place.from), offsetOf(place.to)), passage)) {
      found.set(id, place)
      continue
    }
    const range = findPassage(text, passage)
    if (range !== null) found.set(id, { from: lines.positionOf(range.from), to: lines.positionOf(range.to) })
  }
  return found
}

/** The passages at these places, in the form they are stored in. */
export function passagesAt(doc: Node, places: Places): Map<string, Passage> {
  const lines = docText(doc)
  const found = new Map<string, Passage>()
  for (const [id, { from, to }] of places) {
    const passage = passageAt(lines.text, { from: lines.offsetOf(from), to: lines.offsetOf(to) })
    if (passage !== null) found.set(id, passage)
  }
  return found
}

/** The passage that is selected; null when there is none. */
export function selectedPassage({ doc, selection }: EditorState): Passage | null {
  if (!(selection instanceof TextSelection) || selection.empty) return null
  const lines = docText(doc)
  return passageAt(lines.text, { from: lines.offsetOf(selection.from), to: lines.offsetOf(selection.to) })
}

function decorate(doc: Node, places: Places, chosen: string | null): DecorationSet {
  return DecorationSet.create(
    doc,
    [...places].map(([id, { from, to }]) =>
      Decoration.inline(from, to, { class: id === chosen ? 'commented chosen' : 'commented' }),
    ),
  )
}

/**
 * Marks the passages in an editor that were commented on, and follows them while the text is edited. The document itself has
 * no trace of them.
 */
export class PassageMarks {
  readonly #editor: Editor
  readonly #onChoose: (id: string) => void
  readonly #onPlaces: (offsets: ReadonlyMap<string, number>) => void
  #passages: readonly MarkedPassage[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    editor: Editor,
    on: { choose: (id: string) => void; places: (offsets: ReadonlyMap<string, number>) => void },
  ) {
    this.#editor = editor
    this.#onChoose = on.choose
    this.#onPlaces = on.places
    editor.registerPlugin(this.#plugin())
  }

  /** Ends the marks. */
  end(): void {
    clearTimeout(this.#timer)
    if (!this.#editor.isDestroyed) this.#editor.unregisterPlugin(KEY)
  }

  /** Shows these passages. A passage that is shown already keeps its tracked place, which is more reliable than a search. */
  show(passages: readonly MarkedPassage[], chosen: string | null): void {
    this.#passages = passages
    this.#search(chosen)
  }

  /** Puts the cursor at a passage and scrolls to it. */
  select(id: string): void {
    const { view, state } = this.#editor
    const place = marksOf(state)?.places.get(id)
    if (place === undefined) return
    view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, place.from)))
    view.focus()
    const { node } = view.domAtPos(place.from)
    const element = node instanceof Element ? node : node.parentElement
    element?.scrollIntoView({ block: 'center' })
  }

  /** The passages that the text has now, in the form they are stored in. */
  current(): Map<string, Passage> {
    const { state } = this.#editor
    return passagesAt(
      state.doc,
      placesIn(state.doc, this.#passages, marksOf(state)?.places ?? new Map<string, Range>()),
    )
  }

  #search(chosen: string | null): void {
    const { state, view } = this.#editor
    const known = marksOf(state)?.places ?? new Map<string, Range>()
    const places = placesIn(state.doc, this.#passages, known)
    view.dispatch(state.tr.setMeta(KEY, { places, chosen }).setMeta('addToHistory', false))
    const lines = docText(state.doc)
    this.#onPlaces(new Map([...places].map(([id, { from }]) => [id, lines.offsetOf(from)])))
  }

  #plugin(): Plugin<Marks> {
    return new Plugin<Marks>({
      key: KEY,
      state: {
        init: () => ({ places: new Map(), chosen: null, decorations: DecorationSet.empty }),
        apply: (tr, marks) => {
          const shown = tr.getMeta(KEY) as Pick<Marks, 'places' | 'chosen'> | undefined
          if (shown !== undefined)
            return { ...shown, decorations: decorate(tr.doc, shown.places, shown.chosen) }
          if (!tr.docChanged || marks.places.size === 0) return marks
          const decorations = marks.decorations.map(tr.mapping, tr.doc)
          return { ...marks, places: mapPlaces(marks.places, tr), decorations }
        },
      },
      props: {
        decorations: (state) => marksOf(state)?.decorations,
        handleClick: (view: EditorView, position) => {
          const places = [...(marksOf(view.state)?.places ?? [])]
          const at = places.filter(([, { from, to }]) => from <= position && position < to)
          // Of several, the shortest: the others can be pressed beside it.
          const [found] = at.toSorted(([, one], [, other]) => one.to - one.from - (other.to - other.from))
          if (found !== undefined) this.#onChoose(found[0])
          return false
        },
      },
      view: () => ({
        update: ({ state }, before) => {
          if (state.doc === before.doc || this.#passages.length === 0) return
          clearTimeout(this.#timer)
          this.#timer = setTimeout(() => this.#search(marksOf(this.#editor.state)?.chosen ?? null), SEARCH_MS)
        },
        destroy: () => clearTimeout(this.#timer),
      }),
    })
  }
}

function marksOf(state: EditorState): Marks | undefined {
  return KEY.getState(state)
}
