import type { Editor, TiptapEditorHTMLElement } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import { flushSync } from 'react-dom'
import type { Find, Place } from '../../../../domain/story/story-checks.ts'
import type { Field } from '../saving/form.ts'
import { settings } from '../sidebar/settings.tsx'
import { fieldId } from '../use-editing-session.ts'
import { findInText } from './find-in-text.ts'

const FOCUSABLE = 'input, textarea, button:not(:disabled), [role=textbox], [tabindex="0"]'

/** Fields that are within the card of another field, with the fields whose cards these are. */
const HOLDERS: Partial<Record<Field, readonly Field[]>> = { captions: ['featured_image', 'gallery'] }

/** The cards or fields that contain a field, as far as they are on the screen. */
export function elementsOf(field: Field): HTMLElement[] {
  return (HOLDERS[field] ?? [field]).flatMap((one) => document.getElementById(fieldId(one)) ?? [])
}

/** Focuses the field of a place, or selects it in the text and scrolls to it. */
export function jumpTo(place: Exclude<Place, { thread: string }>): void {
  if ('field' in place) {
    const elements = elementsOf(place.field)
    const holder =
      elements.find((element) => textFieldWith(element, place.label) !== undefined) ?? elements[0]
    if (holder !== undefined) focusField(holder, place.label, place.index)
    return
  }
  const { part, find } = place
  if (part === null) {
    const text = document.getElementById(fieldId('html'))
    if (find === null || !selectIn(text, find)) focus(text)
    return
  }
  const row = partRow(part)
  if (row === null) return
  const toggle = row.querySelector<HTMLElement>('[aria-expanded]')
  if (toggle?.ariaExpanded === 'false') flushSync(() => toggle.click())
  const texts = [...row.querySelectorAll<HTMLElement>('[role=textbox][contenteditable]')]
  if (find !== null && texts.some((text) => selectIn(text, find))) return
  focusField(row.querySelector('[data-part=fields]') ?? row, place.label)
}

function partRow(part: number): Element | null {
  // The first button of the list has the id.
  return document.getElementById(fieldId('parts'))?.closest('ol')?.children[part] ?? null
}

/** Focuses a field, or what has these words in a group of fields; of a list its entry. */
function focusField(field: Element, words: string, index?: number): void {
  const group = (index === undefined ? null : field.querySelectorAll('li')[index]) ?? field
  const withWords = textFieldWith(group, words)
  focus(withWords ?? focusableIn(group)[0] ?? null)
  if (withWords === undefined) return
  const start = withWords.value.indexOf(words)
  withWords.setSelectionRange(start, start + words.length)
}

function focusableIn(group: Element): Element[] {
  return group.matches(FOCUSABLE) ? [group] : [...group.querySelectorAll(FOCUSABLE)]
}

function textFieldWith(group: Element, words: string): HTMLTextAreaElement | HTMLInputElement | undefined {
  return focusableIn(group)
    .filter((one) => one instanceof HTMLTextAreaElement || one instanceof HTMLInputElement)
    .find(({ value }) => value.includes(words))
}

function focus(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return
  settings.uncover(element)
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'center' })
}

/** Whether the place was found in the editor of this element. */
function selectIn(element: HTMLElement | null, find: Find): boolean {
  const { editor } = (element ?? {}) as Partial<TiptapEditorHTMLElement>
  if (editor == null) return false
  const range = findInText(editor.state.doc, find)
  if (range === null) return false
  settings.uncover(element)
  select(editor, range)
  return true
}

function select(editor: Editor, { from, to }: { from: number; to: number }): void {
  const { view, state } = editor
  const node: Node | null = state.doc.nodeAt(from)
  const isBlock = node !== null && !node.isText && !node.isInline && NodeSelection.isSelectable(node)
  const selection = isBlock
    ? NodeSelection.create(state.doc, from)
    : TextSelection.create(state.doc, from, to)
  view.dispatch(state.tr.setSelection(selection))
  view.focus()
  const dom = isBlock ? view.nodeDOM(from) : view.domAtPos(from).node
  const element = dom instanceof Element ? dom : dom?.parentElement
  element?.scrollIntoView({ block: 'center' })
}
