import { getSchema } from '@tiptap/core'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import { describe, expect, test } from 'vitest'
import { readTitle, titleDoc, titleExtensions, toggleEmphasis } from './title-schema.ts'

const schema = getSchema(titleExtensions({ onLeave: () => undefined }))

/** The title with `[` and `]` around the selection, or `|` at the cursor; emphasised once. */
function emphasise(marked: string, emphasis = ''): string {
  const title = marked.replace(/[[\]|]/g, '')
  const doc = schema.nodeFromJSON(titleDoc(title, emphasis))
  const from = marked.search(/[[|]/) + 1
  const to = marked.includes('[') ? marked.indexOf(']') : from
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, from, to) })
  const tr = toggleEmphasis(state)
  return readTitle(tr ? state.apply(tr).doc : doc).title_emphasis
}

describe('the emphasis of a title', () => {
  test('is what is selected, without the blanks around it', () => {
    expect(emphasise('A bath with[ nowhere ]else')).toBe('nowhere')
  })

  test('is the word under the cursor when nothing is selected', () => {
    expect(emphasise('A bath with now|here else')).toBe('nowhere')
    expect(emphasise('The house’s| door')).toBe('house’s')
  })

  test('is one passage: a new one takes its place, the same again takes it away', () => {
    expect(emphasise('A [bath] with nowhere else', 'nowhere')).toBe('bath')
    expect(emphasise('A bath with [nowhere] else', 'nowhere')).toBe('')
    expect(emphasise('A bath with now|here else', 'nowhere')).toBe('')
  })

  test('is nothing in an empty title', () => {
    expect(emphasise('|')).toBe('')
  })
})

test('a title keeps its emphasis through the editor, and loses one that it does not hold', () => {
  const read = (title: string, emphasis: string) => readTitle(schema.nodeFromJSON(titleDoc(title, emphasis)))
  expect(read('A bath with nowhere', 'nowhere')).toEqual({
    title: 'A bath with nowhere',
    title_emphasis: 'nowhere',
  })
  expect(read('A bath', 'sofa')).toEqual({ title: 'A bath', title_emphasis: '' })
  expect(read('', '')).toEqual({ title: '', title_emphasis: '' })
})
