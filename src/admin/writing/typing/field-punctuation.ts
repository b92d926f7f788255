import { serverClock } from '../../../backend/server-clock.ts'
import { type PunctuationEdit, punctuationEdits, typedPunctuation } from '../../../domain/text/punctuation.ts'

/**
 * Sets quotation marks, apostrophes, dashes and ellipses in a text area as they are typed and pasted, as the editor of
 * bodies does. The browser's undo brings back what was typed. Returns how to end that.
 */
export function setFieldPunctuation(area: HTMLTextAreaElement): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let start = 0
  let isSetting = false
  let last: PunctuationEdit | null = null
  const set = (edit: PunctuationEdit | null) => {
    if (edit === null) return
    last = edit
    isSetting = true
    replaceText(area, edit)
    isSetting = false
  }
  /** Undo selects what it brings back: the next letter would take its place. */
  const moveBehind = () => {
    const isSelected = area.selectionStart === last?.from && area.selectionEnd === last.to
    if (isSelected) area.setSelectionRange(area.selectionEnd, area.selectionEnd)
  }
  const language = serverClock.storyLanguage
  const setTyped = (key: '' | '\n') => {
    const { selectionStart, selectionEnd, value } = area
    if (selectionStart === selectionEnd)
      set(typedPunctuation(value.slice(0, selectionStart) + key, language()))
  }
  area.addEventListener('beforeinput', () => (start = area.selectionStart), { signal })
  area.addEventListener(
    'input',
    (event) => {
      if (event instanceof InputEvent && event.inputType === 'historyUndo') {
        moveBehind()
        setTimeout(moveBehind)
      }
      if (isSetting || !(event instanceof InputEvent) || event.isComposing) return
      if (event.inputType === 'insertText') setTyped('')
      else if (event.inputType === 'insertFromPaste') set(pasteEdit(area, start, language()))
    },
    { signal },
  )
  area.addEventListener(
    'keydown',
    ({ key, isComposing }) => {
      if (key === 'Enter' && !isComposing) setTyped('\n')
    },
    { signal },
  )
  return () => listening.abort()
}

/** The change of what was pasted at `start`, up to the cursor. */
function pasteEdit(
  { value, selectionEnd }: HTMLTextAreaElement,
  start: number,
  language: string,
): PunctuationEdit | null {
  const edits = punctuationEdits(value, language).filter(
    ({ from, to }) => from >= start && to <= selectionEnd,
  )
  const text = edits.reduceRight(
    (set, { from, to, text: sign }) => set.slice(0, from - start) + sign + set.slice(to - start),
    value.slice(start, selectionEnd),
  )
  return edits.length === 0 ? null : { from: start, to: selectionEnd, text }
}

/** Replaces a part of the text as a step of the browser's undo. The cursor stays where it is in the words. */
function replaceText(area: HTMLTextAreaElement, { from, to, text }: PunctuationEdit): void {
  const longer = text.length - (to - from)
  if (area.maxLength >= 0 && area.value.length + longer > area.maxLength) return
  const cursor = area.selectionStart + longer
  area.setSelectionRange(from, to)
  // What a script writes into `value` cannot be undone with a key.
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  area.setSelectionRange(cursor, cursor)
}
