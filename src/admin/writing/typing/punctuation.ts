import { Extension, InputRule } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { type Transaction, Plugin } from '@tiptap/pm/state'
import { type PunctuationEdit, punctuationEdits, typedPunctuation } from '../../../domain/text/punctuation.ts'
import { copiedText } from '../paste/copied-text.ts'

/** In the place of code, which keeps its signs. */
const CODE = '\ufffc'

/**
 * Sets quotation marks, apostrophes, dashes and ellipses as they are typed and pasted, by the rules of a language. Undo
 * brings back what was typed or pasted; so does Backspace right after a sign.
 */
export const Punctuation = Extension.create<{ language: () => string }>({
  name: 'punctuation',
  // Before what Enter does elsewhere.
  priority: 1000,
  addOptions: () => ({ language: () => 'en' }),

  addInputRules() {
    return [
      new InputRule({
        // What is typed in a long paragraph may close a quotation that `text` does not reach back to.
        find: (text) => {
          const isSign = /["'.-].?$/.test(text) || typedPunctuation(text, this.options.language()) !== null
          return isSign && !text.endsWith('\n') ? { index: text.length - 1, text: text.slice(-1) } : null
        },
        handler: ({ state: { tr }, range }) => {
          setTyped(tr, range.to, '', this.options.language())
        },
      }),
    ]
  },

  addKeyboardShortcuts() {
    // Not an input rule, which would take the key from the handlers that make the new line.
    const setBeforeEnter = () => {
      const { state, view } = this.editor
      const { tr, selection } = state
      if (selection.empty) setTyped(tr, selection.from, '\n', this.options.language())
      if (tr.docChanged) view.dispatch(closeHistory(tr))
      return false
    }
    return { Enter: setBeforeEnter, 'Shift-Enter': setBeforeEnter }
  },

  addProseMirrorPlugins() {
    /** Whether the pasted HTML was copied here, with its punctuation as the writer wants it. */
    let isOwnCopy = false
    return [
      new Plugin({
        props: {
          transformPastedHTML: (html) => {
            isOwnCopy = copiedText.isSame(html)
            return html
          },
        },
        appendTransaction: (transactions, _, { tr }) => {
          const paste = transactions.find((change) => change.getMeta('uiEvent') === 'paste')
          const isOwn = isOwnCopy
          isOwnCopy = false
          if (paste === undefined || isOwn) return null
          setPasted(tr, paste, this.options.language())
          // A step of undo of its own: it leaves the text as it was pasted.
          return tr.docChanged ? closeHistory(tr) : null
        },
      }),
    ]
  },
})

/** Changes what the letter before `position`, or the key `typed`, decides. */
function setTyped(tr: Transaction, position: number, typed: '' | '\n', language: string): void {
  const { parent, parentOffset } = tr.doc.resolve(position)
  const edit = typedPunctuation(textOf(parent).slice(0, parentOffset) + typed, language)
  if (edit !== null) apply(tr, position - parentOffset, edit)
}

/** Changes what a paste has put into the text. */
function setPasted(tr: Transaction, paste: Transaction, language: string): void {
  const ranges: { from: number; to: number }[] = []
  paste.mapping.maps.forEach((map, at) =>
    map.forEach((_from, _to, from, to) => {
      const later = paste.mapping.slice(at + 1)
      ranges.push({ from: later.map(from, -1), to: later.map(to) })
    }),
  )
  const edits: { start: number; edit: PunctuationEdit }[] = []
  for (const { from, to } of ranges) {
    tr.doc.nodesBetween(from, to, (block, position) => {
      if (!block.isTextblock) return true
      const start = position + 1
      if (block.type.spec.code !== true)
        for (const edit of punctuationEdits(textOf(block), language))
          if (start + edit.from >= from && start + edit.to <= to) edits.push({ start, edit })
      return false
    })
  }
  for (const { start, edit } of edits.toReversed()) apply(tr, start, edit)
}

/** The text of a block, a sign for each position. */
function textOf(block: Node): string {
  let text = ''
  block.forEach((node) => {
    if (!node.isText) text += node.type.name === 'hardBreak' ? '\n' : CODE.repeat(node.nodeSize)
    else if (node.marks.some(({ type }) => type.spec.code)) text += CODE.repeat(node.nodeSize)
    else text += node.text ?? ''
  })
  return text
}

function apply(tr: Transaction, start: number, { from, to, text }: PunctuationEdit): void {
  tr.insertText(text, start + from, start + to)
}
