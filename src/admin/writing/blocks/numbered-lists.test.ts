import { describe, expect, test } from 'vitest'
import { TextEditor } from '../../../../tests/support/text-editor.ts'
import { AutoLink } from '../typing/auto-link.ts'
import { bodyExtensions } from '../body-schema.ts'
import { Punctuation } from '../typing/punctuation.ts'
import { TypedFormatting } from '../typing/typed-formatting.ts'
import { UndoSteps } from '../typing/undo-steps.ts'
import { NumberedLists } from './numbered-lists.ts'

function emptyText(locale = 'en-GB'): TextEditor {
  const language = () => locale
  const typing = [
    TypedFormatting,
    AutoLink,
    Punctuation.configure({ language }),
    NumberedLists.configure({ language }),
    UndoSteps,
  ]
  return new TextEditor(bodyExtensions, typing, { type: 'doc', content: [{ type: 'paragraph' }] })
}

function typed(text: string, locale?: string): string {
  const editor = emptyText(locale)
  editor.type(text)
  return editor.html
}

test('a number begins a list when it is 1, and where it goes on with the list above', () => {
  const list = '<ol><li><p>Sand</p></li><li><p>Oil</p></li></ol>'
  expect(typed('1. Sand\nOil\n\nRest.\n3. Wax')).toBe(
    `${list}<p>Rest.</p><ol start=3><li><p>Wax</p></li></ol><p></p>`,
  )
  expect(typed('1. Sand\nOil\n\nRest.\n4. Wax')).toBe(`${list}<p>Rest.</p><p>4. Wax</p><p></p>`)
})

describe('where ordinal numbers have a dot, a date or storey stays text', () => {
  test.each([
    ['de', '1. Mai'],
    ['de', '1. Mai 1930 wird das Haus gebaut.'],
    ['de', '1. Mai, ein Feiertag'],
    ['de', '1. Mai-Feier'],
    ['de', '1. Dez. 1930'],
    ['de', '1. 5. 2026'],
    ['de', '1.5.2026'],
    ['de', '1. Stock, links'],
    ['de', '1. Obergeschoss'],
    ['de', '1. FC Köln'],
    ['de', '2. Stock'],
    ['de', '3. Stock'],
    ['de', '24. Dezember'],
    ['de', '31. Oktober 1517'],
    ['de-AT', '1. Jänner'],
    ['de-CH', '1. August'],
    ['nb', '1. mai er en fridag'],
    ['da', '1. maj'],
    ['cs', '1. května'],
    ['cs', '1. 5. 2026'],
    ['fi', '1. toukokuuta'],
    ['hu', '1. emelet'],
  ])('%s: %s', (locale, text) => {
    expect(typed(text, locale)).toBe(`<p>${text}</p>`)
    expect(typed(`${text}\nx`, locale)).toBe(`<p>${text}</p><p>x</p>`)
  })

  test('under a list, too', () => {
    expect(typed('1. Eiche\nEsche\n\n3. Stock', 'de')).toBe(
      '<ol><li><p>Eiche</p></li><li><p>Esche</p></li></ol><p>3. Stock</p><p></p>',
    )
  })
})

describe('where ordinal numbers have a dot, all else after 1 is a list', () => {
  test.each([
    ['1. Ei', 'Ei'],
    ['1. Mais', 'Mais'],
    ['1. Ma bauen', 'Ma bauen'],
    ['1. „Eiche“', '„Eiche“'],
    ['1. "Eiche"', '„Eiche“'],
    ['1. **Eiche** x', '<b>Eiche</b> x'],
    ['1. 5 kg Mehl', '5 kg Mehl'],
  ])('%s', (text, item) => {
    expect(typed(text, 'de')).toBe(`<ol><li><p>${item}</p></li></ol><p></p>`)
  })

  test('Enter ends the word that decides', () => {
    expect(typed('1. Ma\nx', 'de')).toBe('<ol><li><p>Ma</p></li><li><p>x</p></li></ol><p></p>')
    expect(typed('1. \nx', 'de')).toBe('<p>1. </p><p>x</p>')
  })
})

describe('one key brings back what was typed, and it stays', () => {
  test.each([
    ['en-GB', '1. '],
    ['de', '1. Ei'],
    ['de', '1. Mais'],
    ['de', '1. 5 '],
  ])('%s: %s', (locale, text) => {
    for (const key of ['Mod-z', 'Backspace'] as const) {
      const editor = emptyText(locale)
      editor.type(text)
      expect(editor.html).toContain('<ol>')
      editor.press(key)
      expect(editor.html).toMatch(/^<p>[^<]*<\/p>(?:<p><\/p>)?$/)
      expect(editor.text.trimEnd()).toBe(text.trimEnd())
      editor.type('oak x')
      expect(editor.html).toMatch(/^<p>[^<]* x<\/p>/)
    }
  })
})

test('a number typed before existing words makes them the first item of a list', () => {
  const before = (words: string) => {
    const editor = emptyText('de')
    editor.type(words)
    editor.select(1)
    editor.type('1. ')
    return editor.html
  }
  expect(before('Eiche')).toBe('<ol><li><p>Eiche</p></li></ol><p></p>')
  expect(before('Mai 1930')).toBe('<p>1. Mai 1930</p>')
})
