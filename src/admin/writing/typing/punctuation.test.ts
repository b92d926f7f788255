import { describe, expect, test } from 'vitest'
import { TextEditor } from '../../../../tests/support/text-editor.ts'
import { bodyExtensions } from '../body-schema.ts'
import { AutoLink } from './auto-link.ts'
import { Punctuation } from './punctuation.ts'
import { TypedFormatting } from './typed-formatting.ts'
import { UndoSteps } from './undo-steps.ts'

function emptyText(language = 'en-GB'): TextEditor {
  const typing = [TypedFormatting, AutoLink, Punctuation.configure({ language: () => language }), UndoSteps]
  return new TextEditor(bodyExtensions, typing, { type: 'doc', content: [{ type: 'paragraph' }] })
}

function typed(text: string, language?: string): string {
  const editor = emptyText(language)
  editor.type(text)
  return editor.html
}

test('what is typed is set by the language', () => {
  expect(typed('"It\'s 6\'2"," he said--"and so..."\nx')).toBe(
    '<p>“It’s 6\'2",” he said—“and so…”</p><p>x</p>',
  )
  expect(typed('"Ja -- gern"', 'de')).toBe('<p>„Ja – gern“</p>')
})

test('a sign that waits for the next letter is set at the end of its paragraph', () => {
  expect(typed('in the 1970\'s\n"I was--\nx')).toBe('<p>in the 1970’s</p><p>“I was—</p><p>x</p>')
})

test('a quotation closes however long it is, and around formatted words', () => {
  expect(typed(`"${'oak '.repeat(200)}**bold** x"`)).toBe(`<p>“${'oak '.repeat(200)}<b>bold</b> x”</p>`)
})

test('code keeps its signs, typed or pasted', () => {
  expect(typed('``` "it\'s" --x...')).toContain('<pre>"it\'s" --x...</pre>')
  expect(typed('a `b` c "d"')).toBe('<p>a <code>b</code> c “d”</p>')
  const editor = emptyText()
  editor.type('``` ')
  editor.paste('"x" -- y')
  expect(editor.html).toContain('<pre>"x" -- y</pre>')
})

test('a line of three hyphens, a link and a list are made as before', () => {
  expect(typed('---\nx')).toBe('<hr></hr><p>x</p>')
  expect(typed('"https://x.org" y')).toBe('<p>“<a href=https://x.org>https://x.org</a>” y</p>')
  expect(typed('- "x"\n')).toContain('“x”')
})

describe('one undo brings back what was typed, and it stays', () => {
  test.each([
    ['"', '“'],
    ["it'", 'it’'],
    ['one -- ', 'one – '],
    ['so...', 'so…'],
    ["the '70s ", 'the ’70s '],
  ])('%s', (text, set) => {
    const editor = emptyText()
    editor.type(text)
    expect(editor.text).toBe(set)
    editor.press('Mod-z')
    const back = text.replace("'70", '‘70')
    expect(editor.text).toBe(back)
    editor.type('oak ')
    expect(editor.text).toBe(`${back}oak `)
  })
})

test('one undo brings pasted text back as it was pasted, the next one takes it away', () => {
  const editor = emptyText()
  editor.type('So ')
  editor.paste('"it\'s" -- here...')
  expect(editor.text).toBe('So “it’s” – here…')
  editor.press('Mod-z')
  expect(editor.text).toBe('So "it\'s" -- here...')
  editor.press('Mod-z')
  expect(editor.text).toBe('So ')
})

test('a paste leaves the text around it as it is', () => {
  const editor = emptyText()
  editor.type('"')
  editor.press('Mod-z')
  editor.type('a ')
  editor.paste('"b"')
  expect(editor.text).toBe('"a “b”')
})
