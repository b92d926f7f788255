import { type AnyExtension, Editor } from '@tiptap/core'
import { type Node, Fragment, Slice } from '@tiptap/pm/model'
import { type Transaction, AllSelection, EditorState, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** An editor without a page, that is typed into as a browser would do it. It has a clock of its own. */
export class TextEditor {
  readonly #editor: Editor
  readonly #first: EditorState
  #time = 1

  /** `typing` are the extensions whose input rules hold. */
  constructor(extensions: AnyExtension[], typing: AnyExtension[], content: object) {
    this.#editor = new Editor({
      element: null,
      extensions: [...extensions, ...typing],
      enableInputRules: typing,
      enablePasteRules: false,
      content,
    })
    // Which the editor itself would do when it is shown.
    this.#first = this.state.reconfigure({ plugins: this.#editor.extensionManager.plugins })
    this.#view.updateState(this.#first)
  }

  /** Begins again with the first text, as a new editor, which takes ten times as long to make as to type a line into. */
  restart(): void {
    this.#view.updateState(EditorState.create({ doc: this.#first.doc, plugins: this.#first.plugins }))
    this.#time = 1
  }

  get state(): EditorState {
    return this.#editor.state
  }

  get text(): string {
    return this.state.doc.textBetween(0, this.state.doc.content.size, '\n')
  }

  /** The document as HTML, as short as a table can hold it. */
  get html(): string {
    return this.state.doc.children.map(htmlOf).join('')
  }

  pause(milliseconds: number): void {
    this.#time += milliseconds
  }

  /** Types letter by letter, 40 ms each; a line end is Enter. */
  type(text: string): void {
    for (const letter of text) {
      this.pause(40)
      if (letter === '\n') this.press('Enter')
      else this.#insert(letter)
    }
  }

  select(from: number, to = from): void {
    const { tr, doc, selection } = this.state
    const next = TextSelection.between(doc.resolve(from), doc.resolve(to))
    if (!next.eq(selection)) this.#dispatch(tr.setSelection(next))
  }

  selectAll(): void {
    this.#dispatch(this.state.tr.setSelection(new AllSelection(this.state.doc)))
  }

  /** Deletes the selection, or the letter before the cursor within its line. */
  backspace(): void {
    this.pause(40)
    const { empty, $from, from, to } = this.state.selection
    if (!empty) this.#dispatch(this.state.tr.deleteSelection())
    else if ($from.parentOffset > 0) this.#dispatch(this.state.tr.delete(from - 1, to))
  }

  delete(from: number, to: number): void {
    this.#dispatch(this.state.tr.delete(from, to))
  }

  /** Pastes plain text of one line. */
  paste(text: string): void {
    this.pause(40)
    let slice = new Slice(
      Fragment.from(this.state.schema.text(text, this.state.selection.$from.marks())),
      0,
      0,
    )
    for (const plugin of this.state.plugins)
      slice = plugin.props.transformPasted?.call(plugin, slice, this.#view, true) ?? slice
    this.#dispatch(this.state.tr.replaceSelection(slice).setMeta('uiEvent', 'paste'))
  }

  press(key: 'Enter' | 'Backspace' | 'Mod-z' | 'Shift-Mod-z'): void {
    const event = {
      ...{ key: key.slice(-1) === 'z' ? 'z' : key, keyCode: 0, altKey: false, metaKey: false },
      ctrlKey: key.includes('Mod'),
      shiftKey: key.includes('Shift'),
    } as KeyboardEvent
    for (const plugin of this.state.plugins)
      if (plugin.props.handleKeyDown?.call(plugin, this.#view, event) === true) return
  }

  /** Changes what an input method has composed so far: the last `letters` letters before the cursor become `text`. */
  compose(id: number, letters: number, text: string): void {
    this.pause(40)
    const { from, to } = this.state.selection
    const { tr } = this.state
    if (text === '') tr.delete(from - letters, to)
    else if (letters === 0) tr.insertText(text)
    else tr.insertText(text, from - letters, to)
    this.#dispatch(tr.setMeta('composition', id))
  }

  #insert(letter: string): void {
    const { from, to } = this.state.selection
    const insertion = () => this.state.tr.insertText(letter)
    for (const plugin of this.state.plugins)
      if (plugin.props.handleTextInput?.call(plugin, this.#view, from, to, letter, insertion) === true) return
    this.#dispatch(insertion())
  }

  #dispatch(tr: Transaction): void {
    this.#view.dispatch(tr.setTime(this.#time))
  }

  get #view(): EditorView {
    return this.#editor.view
  }
}

const TAGS: Readonly<Record<string, string>> = {
  ...{ paragraph: 'p', bulletList: 'ul', orderedList: 'ol', listItem: 'li', horizontalRule: 'hr' },
  ...{ codeBlock: 'pre', bold: 'b', italic: 'i', strike: 's', link: 'a', hardBreak: 'br' },
}

function htmlOf(node: Node): string {
  if (node.isText)
    return node.marks.reduce((inner, { type, attrs }) => element(type.name, attrs, inner), node.text ?? '')
  return element(node.type.name, node.attrs, node.children.map(htmlOf).join(''))
}

function element(type: string, attrs: Node['attrs'], inner: string): string {
  const tag = type === 'heading' ? `h${String(attrs.level)}` : (TAGS[type] ?? type)
  const attribute =
    type === 'link'
      ? ` href=${String(attrs.href)}`
      : type === 'orderedList' && attrs.start !== 1
        ? ` start=${String(attrs.start)}`
        : ''
  return `<${tag}${attribute}>${inner}</${tag}>`
}
