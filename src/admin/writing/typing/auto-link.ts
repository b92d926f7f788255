import { Extension, getMarkType, InputRule } from '@tiptap/core'
import { type MarkType, type Node, Fragment, Slice } from '@tiptap/pm/model'
import { type Transaction, Plugin } from '@tiptap/pm/state'
import { find } from 'linkifyjs'

/** An address within a text. */
export interface FoundAddress {
  start: number
  end: number
  href: string
}

/**
 * The addresses of a text that are meant as such: with `http://`, `https://` or `www.`, and mail addresses. Others, such as
 * "in.It" and "plan.zip", are words.
 */
export function addressesIn(text: string): FoundAddress[] {
  return find(text, { defaultProtocol: 'https' })
    .filter(({ isLink }) => isLink)
    .map(({ start, value, href }) => {
      const address = value.replace(AFTER_ADDRESS, '')
      const after = value.length - address.length
      return { start, end: start + address.length, href: href.slice(0, href.length - after) }
    })
    .filter(({ start, end }) => isMeantAsAddress(text.slice(start, end)))
}

/**
 * What linkify takes for a part of an address, from the first sign on that none has: of quotation, a pause, a full stop of
 * Chinese or Japanese, or one that is not seen.
 */
const AFTER_ADDRESS =
  /[.,:;!?]*[‘’“”„«»‹›…–—。、，；：！？（）「」『』【】《》〈〉\u200b-\u200f\u2028-\u202e\u2060\ufeff].*$/su

/** Whether a text that can be read as an address is meant as one. */
export function isMeantAsAddress(text: string): boolean {
  return /^https?:\/\/./i.test(text) || /^www\.[^.]+\.[^.]/i.test(text) || /^[^\s@/:]+@[^\sA-Z@]+$/.test(text)
}

/** Makes links of typed addresses, and of addresses in pasted plain text. Undo removes the link and leaves the text. */
export const AutoLink = Extension.create({
  name: 'autoLink',
  // Before what Enter does elsewhere.
  priority: 1000,

  addInputRules() {
    return [
      new InputRule({
        find: (text) => {
          const [word] = /\S+[^\S\n]$/.exec(text) ?? []
          return word === undefined ? null : { index: text.length - word.length, text: word }
        },
        handler: ({ state: { tr }, range, match: [word] }) => linkAddresses(tr, word, range.from),
      }),
    ]
  },

  addKeyboardShortcuts() {
    // Not an input rule, which would take the key from the handlers that make the new line.
    const linkLastWord = () => {
      const { state, view } = this.editor
      const { $from, empty } = state.selection
      const before = $from.parent.textBetween(0, $from.parentOffset, '\n', '\n')
      const [word] = /\S+$/.exec(before) ?? []
      if (!empty || word === undefined || $from.parent.type.spec.code === true) return false
      const { tr } = state
      linkAddresses(tr, word, $from.pos - word.length)
      if (tr.docChanged) view.dispatch(tr)
      return false
    }
    return { Enter: linkLastWord, 'Shift-Enter': linkLastWord }
  },

  addProseMirrorPlugins() {
    const type = getMarkType('link', this.editor.schema)
    return [
      new Plugin({
        props: {
          transformPasted: (slice, view, isPlain) =>
            isPlain && !view.state.selection.$from.parent.type.spec.code ? linkPlainText(slice, type) : slice,
        },
      }),
    ]
  },
})

/** Makes links of the addresses in the text at position `at`. */
function linkAddresses(tr: Transaction, text: string, at: number): void {
  const type = getMarkType('link', tr.doc.type.schema)
  for (const { start, end, href } of addressesIn(text)) {
    if (!tr.doc.rangeHasMark(at + start, at + end, type))
      tr.addMark(at + start, at + end, type.create({ href }))
  }
}

/** Pasted plain text with its addresses as links. */
export function linkPlainText(slice: Slice, type: MarkType): Slice {
  return new Slice(linkFragment(slice.content, type), slice.openStart, slice.openEnd)
}

function linkFragment(content: Fragment, type: MarkType): Fragment {
  return Fragment.from(
    content.content.flatMap((node) =>
      node.isText ? linkText(node, type) : [node.copy(linkFragment(node.content, type))],
    ),
  )
}

function linkText(node: Node, type: MarkType): Node[] {
  const isTaken = node.marks.some((mark) => mark.type === type || mark.type.excludes(type))
  const found = isTaken ? [] : addressesIn(node.text ?? '')
  const parts: Node[] = []
  let at = 0
  for (const { start, end, href } of found) {
    if (start > at) parts.push(node.cut(at, start))
    const link = node.cut(start, end)
    parts.push(link.mark(type.create({ href }).addToSet(link.marks)))
    at = end
  }
  return at === 0 ? [node] : at < node.nodeSize ? [...parts, node.cut(at)] : parts
}
