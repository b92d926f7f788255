import { type NodeViewRendererProps, Node } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import { embedOf } from '../../../domain/story/embed.ts'
import { captionOf } from './figure.ts'

/** A film or sound by its address. */
export interface EmbedAttributes {
  href: string
  title: string
  /** The picture in its place until somebody presses it; null: its title. */
  poster: string | null
  width: number | null
  height: number | null
}

/** A film or sound of the text, with its position. */
export interface PlacedEmbed extends EmbedAttributes {
  position: number
}

declare module '@tiptap/core' {
  interface EditorEvents {
    /** The user asks to change a film or sound. */
    editEmbed: PlacedEmbed
  }
}

/** A film or sound from another site, with a caption: a link, in whose place the site plays it. */
export const Embed = Node.create({
  name: 'embed',
  group: 'topBlock',
  content: 'inline*',
  isolating: true,
  draggable: true,

  addAttributes() {
    const from =
      (read: (link: Element, image: Element | null) => string | null) => (element: HTMLElement) => {
        const link = element.querySelector(':scope > a[href]')
        return link && read(link, link.querySelector('img'))
      }
    const number = (name: string) => from((_, image) => image?.getAttribute(name) ?? null)
    return {
      href: { default: '', parseHTML: from((link) => link.getAttribute('href')) },
      title: {
        default: '',
        parseHTML: from((link, image) => image?.getAttribute('alt') ?? link.textContent),
      },
      poster: { default: null, parseHTML: from((_, image) => image?.getAttribute('src') ?? null) },
      width: { default: null, parseHTML: (element: HTMLElement) => Number(number('width')(element)) || null },
      height: {
        default: null,
        parseHTML: (element: HTMLElement) => Number(number('height')(element)) || null,
      },
    }
  },

  parseHTML: () => [{ tag: 'figure[data-block="embed"]', contentElement: captionOf }],

  renderHTML({ node }) {
    const { href, title, poster, width, height } = node.attrs as EmbedAttributes
    const { id, dataWidth } = node.attrs as { id?: string | null; dataWidth?: string | null }
    const front = poster === null ? title : (['img', { src: poster, alt: title, width, height }] as const)
    const attributes = { id, 'data-width': dataWidth, 'data-block': 'embed' }
    const link = ['a', { href }, front] as const
    return node.childCount === 0
      ? ['figure', attributes, link]
      : ['figure', attributes, link, ['figcaption', 0]]
  },

  addNodeView() {
    return (props) => new EmbedView(props)
  },
})

/** What the place of a film says that is yet to be chosen. */
const CHOOSE = 'Choose a film or sound'

/** A film or sound on the writing surface: its front, a button to change it, its caption. */
class EmbedView {
  readonly dom = document.createElement('figure')
  readonly contentDOM = document.createElement('figcaption')
  readonly #front = document.createElement('button')

  constructor({ node, getPos, editor }: Pick<NodeViewRendererProps, 'node' | 'getPos' | 'editor'>) {
    this.dom.className = 'figure embed'
    this.#front.type = 'button'
    this.#front.className = 'embed-front'
    this.#front.contentEditable = 'false'
    this.#front.addEventListener('click', () => {
      const position = getPos()
      const current = position === undefined ? null : editor.state.doc.nodeAt(position)
      if (position === undefined || current === null) return
      editor.emit('editEmbed', { ...(current.attrs as EmbedAttributes), position })
    })
    this.contentDOM.dataset.placeholder = 'Add a caption'
    this.dom.append(this.#front, this.contentDOM)
    this.#show(node)
  }

  update(node: DocNode): boolean {
    if (node.type.name !== 'embed') return false
    this.#show(node)
    return true
  }

  stopEvent(event: Event): boolean {
    return (
      event.target instanceof globalThis.Node &&
      this.#front.contains(event.target) &&
      event.type !== 'dragstart'
    )
  }

  ignoreMutation(mutation: { target: globalThis.Node }): boolean {
    return !this.contentDOM.contains(mutation.target)
  }

  #show(node: DocNode): void {
    const { href, title, poster } = node.attrs as EmbedAttributes
    const embed = embedOf(href)
    const words = document.createElement('span')
    words.textContent = href === '' ? CHOOSE : embed === null ? href : `${title || href} · ${embed.provider}`
    this.#front.replaceChildren(words)
    if (poster !== null) {
      const image = document.createElement('img')
      image.src = poster
      image.alt = ''
      this.#front.prepend(image)
    }
    this.#front.setAttribute('aria-label', href === '' ? CHOOSE : `Edit film or sound: ${title || href}`)
    this.dom.classList.toggle('has-no-caption', node.childCount === 0)
  }
}
