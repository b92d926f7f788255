import { type NodeViewRendererProps, Node } from '@tiptap/core'
import type { Node as DocNode, Schema } from '@tiptap/pm/model'
import { type Transaction, NodeSelection, Plugin } from '@tiptap/pm/state'
import type { FigureWidth } from '../../../domain/body/elements.ts'
import { placeBlocks } from './place-block.ts'

export interface FigureAttributes {
  /** Empty while the picture is yet to be chosen: width and height are the least that it should have. */
  src: string
  alt: string
  width: number | null
  height: number | null
  /** Attributes of imported stories: tooltip and link. */
  title?: string | null
  href?: string | null
  /** What links of the text lead to. */
  id?: string | null
  dataWidth?: FigureWidth | null
}

/** A picture of the text, with its position. */
export interface PlacedFigure extends Pick<FigureAttributes, 'src' | 'alt'> {
  position: number
}

/** The current position of a picture after the text has changed: the nearest picture with its address; null if none. */
export function findFigure(doc: DocNode, { src, position }: PlacedFigure): number | null {
  let nearest: number | null = null
  doc.descendants((node, at) => {
    if (node.type.name !== 'figure' || node.attrs.src !== src) return
    if (nearest === null || Math.abs(at - position) < Math.abs(nearest - position)) nearest = at
  })
  return nearest
}

declare module '@tiptap/core' {
  interface EditorEvents {
    /** The user asks to edit the alt text of a picture. */
    editAlt: PlacedFigure
    /** The user asks for the picture of an empty place. */
    replaceFigure: PlacedFigure
  }
  interface Commands<ReturnType> {
    figure: {
      /** Puts a picture, or several in rows, with empty captions, where the cursor is. */
      insertFigures: (figures: readonly FigureAttributes[]) => ReturnType
    }
  }
}

function pixels(value: string | null): number | null {
  return value !== null && /^\d{1,5}$/.test(value) ? Number(value) : null
}

/** The caption of a figure that is read, an empty one where it has none. */
export function captionOf(figure: globalThis.Node): HTMLElement {
  const caption = figure instanceof Element ? figure.querySelector<HTMLElement>(':scope > figcaption') : null
  return caption ?? document.createElement('figcaption')
}

/** A picture with its alt text, and a caption to write in. */
export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  draggable: true,

  addAttributes() {
    const from = (read: (image: HTMLImageElement) => string | number | null) => (element: HTMLElement) => {
      const image = element instanceof HTMLImageElement ? element : element.querySelector('img')
      return image ? read(image) : null
    }
    return {
      src: { default: '', parseHTML: from((image) => image.getAttribute('src')) },
      alt: { default: '', parseHTML: from((image) => image.getAttribute('alt') ?? '') },
      width: { default: null, parseHTML: from((image) => pixels(image.getAttribute('width'))) },
      height: { default: null, parseHTML: from((image) => pixels(image.getAttribute('height'))) },
      title: { default: null, parseHTML: from((image) => image.getAttribute('title')) },
      href: { default: null, parseHTML: from((image) => image.closest('a')?.getAttribute('href') ?? null) },
    }
  },

  parseHTML() {
    return [
      {
        tag: 'figure:not([data-block])',
        getAttrs: (element) => (element.querySelector('img[src]') ? null : false),
        contentElement: captionOf,
      },
      { tag: 'img[src]:not([src^="data:"])' },
    ]
  },

  renderHTML({ node }) {
    const { src, alt, width, height, title, href, id, dataWidth } = node.attrs as FigureAttributes
    const picture = ['img', { src, alt, title: title || null, width, height }] as const
    const image = href ? (['a', { href }, picture] as const) : picture
    const attributes = { id, 'data-width': dataWidth }
    return node.childCount === 0
      ? ['figure', attributes, image]
      : ['figure', attributes, image, ['figcaption', 0]]
  },

  addCommands() {
    return {
      insertFigures:
        (figures) =>
        ({ tr, state, dispatch }) => {
          if (dispatch) placeFigures(tr, state.schema, figures)
          return true
        },
    }
  },

  addKeyboardShortcuts() {
    return {
      // A caption is one line: Enter goes on with the text below.
      Enter: ({ editor }) => {
        const { $from } = editor.state.selection
        if ($from.parent.type.name !== this.name) return false
        const after = $from.after()
        const next = editor.state.doc.nodeAt(after)
        const chain = editor.chain()
        if (next?.type.name !== 'paragraph') chain.insertContentAt(after, { type: 'paragraph' })
        return chain
          .setTextSelection(after + 1)
          .scrollIntoView()
          .run()
      },
    }
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          // A press on a node that has content would put the cursor into it.
          handleClickOn: (view, _at, node, position, { target }) => {
            if (node.type.name !== this.name || !(target instanceof HTMLImageElement)) return false
            view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)))
            return true
          },
        },
      }),
    ]
  },

  addNodeView() {
    return (props) => new FigureView(props)
  },
})

function placeFigures(tr: Transaction, schema: Schema, attributes: readonly FigureAttributes[]): void {
  const { figure, pictures } = schema.nodes
  const figures = attributes.map((attrs) => figure?.create(attrs)).filter((node) => node !== undefined)
  const node = figures.length > 1 ? pictures?.create(null, figures) : figures[0]
  if (node) placeBlocks(tr, [node])
}

/** What belongs into the empty place of a picture. */
export function placeText({ width, height, dataWidth }: FigureAttributes): string {
  const isUpright = width !== null && height !== null && width < height
  const picture =
    dataWidth === 'margin' ? 'a detail for the margin' : isUpright ? 'an upright picture' : 'a picture'
  const where = dataWidth === 'full' ? ' as wide as the window' : dataWidth === 'wide' ? ', wide' : ''
  const size = width === null || height === null ? '' : `, ${width} × ${height} or larger`
  return `Choose ${picture}${where}${size}`
}

/** The picture on the writing surface: below it the caption, and the alt text with a button to change it. */
class FigureView {
  readonly dom = document.createElement('figure')
  readonly contentDOM = document.createElement('figcaption')
  readonly #image = document.createElement('img')
  readonly #alt = document.createElement('button')
  /** Stands in the place of a picture that is yet to be chosen. */
  readonly #place = document.createElement('button')
  /** Where figure-bar.tsx shows the tools of the picture. */
  readonly #bar = document.createElement('div')

  constructor({ node, getPos, editor }: Pick<NodeViewRendererProps, 'node' | 'getPos' | 'editor'>) {
    this.dom.className = 'figure'
    for (const [button, className, event] of [
      [this.#alt, 'figure-alt', 'editAlt'],
      [this.#place, 'figure-place', 'replaceFigure'],
    ] as const) {
      button.type = 'button'
      button.className = className
      button.contentEditable = 'false'
      button.addEventListener('click', () => {
        const position = getPos()
        const src = this.#image.getAttribute('src') ?? ''
        if (position !== undefined) editor.emit(event, { position, src, alt: this.#image.alt })
      })
    }
    this.contentDOM.dataset.placeholder = 'Add a caption'
    this.#bar.className = 'figure-bar'
    this.#bar.contentEditable = 'false'
    this.dom.append(this.#bar, this.#image, this.#place, this.contentDOM, this.#alt)
    this.#show(node)
  }

  update(node: DocNode): boolean {
    if (node.type.name !== 'figure') return false
    this.#show(node)
    return true
  }

  selectNode(): void {
    this.dom.classList.add('is-selected')
  }

  deselectNode(): void {
    this.dom.classList.remove('is-selected')
  }

  stopEvent(event: Event): boolean {
    const { target } = event
    if (target instanceof globalThis.Node && this.#bar.contains(target)) return true
    return (target === this.#alt || target === this.#place) && event.type !== 'dragstart'
  }

  ignoreMutation(mutation: { target: globalThis.Node }): boolean {
    return !this.contentDOM.contains(mutation.target)
  }

  #show(node: DocNode): void {
    const { src, alt, width, height, dataWidth } = node.attrs as FigureAttributes
    if (src === '') this.#image.removeAttribute('src')
    else if (this.#image.getAttribute('src') !== src) this.#image.src = src
    const isPlace = src === ''
    this.#image.hidden = this.#alt.hidden = isPlace
    this.#place.hidden = !isPlace
    this.#place.style.aspectRatio = width && height ? `${width} / ${height}` : ''
    this.#place.textContent = placeText(node.attrs as FigureAttributes)
    this.#image.alt = alt
    if (width && height) {
      this.#image.width = width
      this.#image.height = height
    }
    if (dataWidth) this.dom.dataset.width = dataWidth
    else delete this.dom.dataset.width
    this.#alt.textContent = alt === '' ? 'No alt text: describe this picture' : `Alt: ${alt}`
    this.dom.classList.toggle('has-no-alt', alt === '')
    this.dom.classList.toggle('has-no-caption', node.childCount === 0)
  }
}
