import { Extension, InputRule } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { findWrapping } from '@tiptap/pm/transform'
import { ordinalNouns } from '../../../domain/text/ordinals.ts'

/**
 * Begins a numbered list with "1. ", and with the number that goes on with the list above. In a language that writes
 * ordinal numbers with a dot, only 1 begins one, at the first letter that shows that no ordinal is meant: "1. Mai", "3.
 * Stock" and "1. 5. 2026" stay text. Undo and Backspace bring back what was typed, which then stays.
 */
export const NumberedLists = Extension.create<{ language: () => string }>({
  name: 'numberedLists',
  // Before what Enter does elsewhere.
  priority: 1000,
  addOptions: () => ({ language: () => 'en' }),

  addInputRules() {
    return [
      new InputRule({
        find: /^\d{1,4}\.[ \u00a0][^\n]*$/,
        handler: ({ state: { doc, tr }, range }) => {
          const language = this.options.language()
          const before = listIn(this.editor.state.selection.$from, language)
          const $from = doc.resolve(range.to)
          const list = listIn($from, language)
          if (before === null && list !== null) begin(tr, $from.start(), list)
        },
      }),
    ]
  },

  addKeyboardShortcuts() {
    return {
      Enter: () => {
        const { state, view } = this.editor
        const { tr, selection } = state
        const language = this.options.language()
        const list = listIn(selection.$from, language, 'ended')
        if (list === null || listIn(selection.$from, language) !== null || !selection.empty) return false
        begin(tr, selection.$from.start(), list)
        view.dispatch(closeHistory(tr))
        // A new item follows.
        return false
      },
    }
  },
})

interface ListStart {
  number: number
  /** The length of the number with its dot and blank. */
  length: number
}

/** The list that the paragraph around a position begins; null when it is none, or may still become an ordinal number. */
function listIn(
  $from: ResolvedPos,
  language: string,
  paragraph: 'open' | 'ended' = 'open',
): ListStart | null {
  const { parent } = $from
  if (parent.type.name !== 'paragraph') return null
  const text = parent.textBetween(0, parent.content.size, undefined, '\n')
  const [marker, digits] = /^(\d{1,4})\.[ \u00a0]/.exec(text) ?? []
  if (marker === undefined) return null
  const number = Number(digits)
  const list = { number, length: marker.length }
  const nouns = ordinalNouns(language)
  if (nouns.size === 0) return number === 1 || number === numberToGoOnWith($from) ? list : null
  return number === 1 && !isOfOrdinal(text.slice(marker.length), nouns, paragraph === 'ended') ? list : null
}

/** Whether words go on after an ordinal number, or may do so as long as their paragraph has not ended. */
function isOfOrdinal(words: string, nouns: ReadonlySet<string>, hasEnded: boolean): boolean {
  const [, word = '', after = ''] = /^[^\p{L}\p{N}]*([\p{L}\p{M}]+|\p{N}+|)(.?)/su.exec(words) ?? []
  if (word === '') return true
  const isWhole = after !== '' || hasEnded
  if (/^\p{N}/u.test(word)) return after === '.' || !isWhole
  const lower = word.toLowerCase()
  return isWhole ? nouns.has(lower) : nouns.values().some((noun) => noun.startsWith(lower))
}

/** Makes a list of the paragraph that starts at `start`, without its number. */
function begin(tr: Transaction, start: number, { number, length }: ListStart): void {
  const range = tr.doc.resolve(start).blockRange()
  const type = tr.doc.type.schema.nodes.orderedList
  const wrapping = range && type && findWrapping(range, type, { start: number })
  if (!range || !wrapping) return
  tr.wrap(range, wrapping)
  const at = tr.mapping.map(start)
  tr.delete(at, at + length)
  const above = tr.doc.resolve(range.start).nodeBefore
  if (above !== null && above.type === type && nextNumber(above) === number) tr.join(range.start)
}

function nextNumber({ attrs, childCount }: Node): number {
  return Number(attrs.start ?? 1) + childCount
}

/** The number after the last one of the numbered list above; null without a list. */
function numberToGoOnWith($from: ResolvedPos): number | null {
  const depth = $from.depth - 1
  const above = $from.node(depth).children.slice(0, $from.index(depth))
  const list = above.findLast(({ type }) => type.name === 'orderedList')
  return list ? nextNumber(list) : null
}
