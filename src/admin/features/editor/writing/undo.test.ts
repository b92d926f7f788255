import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomCases } from '../../../../../tests/support/long-run.ts'
import { TextEditor } from '../../../../../tests/support/text-editor.ts'
import { bodyExtensions } from '../../../writing/body-schema.ts'
import { UndoSteps } from '../../../writing/typing/undo-steps.ts'
import { titleDoc, titleExtensions } from './title-schema.ts'

const FIELDS = {
  text: () => new TextEditor(bodyExtensions, [UndoSteps], { type: 'doc', content: [{ type: 'paragraph' }] }),
  title: () => new TextEditor(titleExtensions({ onLeave: () => undefined }), [], titleDoc('', '')),
}

/** The texts that undo shows, newest first. */
function undone(editor: TextEditor): string[] {
  const texts = [editor.text]
  for (let before = null; before !== editor.state.doc;) {
    before = editor.state.doc
    editor.press('Mod-z')
    if (before !== editor.state.doc) texts.push(editor.text)
  }
  return texts
}

describe.each(Object.entries(FIELDS))('undo in the %s', (_, field) => {
  test('brings back what was typed just before a selection was replaced', () => {
    const editor = field()
    editor.type('abc')
    editor.selectAll()
    editor.type('xyz')
    expect(undone(editor)).toEqual(['xyz', 'abc', ''])
  })

  test('brings back what was deleted at once', () => {
    const editor = field()
    editor.type('One two')
    editor.selectAll()
    editor.backspace()
    expect(undone(editor)).toEqual(['', 'One two', 'One ', ''])
  })

  test('brings back letters deleted one by one, and what replaced them', () => {
    const editor = field()
    editor.type('chair')
    for (let letter = 0; letter < 3; letter += 1) editor.backspace()
    editor.type('est')
    expect(undone(editor)).toEqual(['chest', 'ch', 'chair', ''])
  })

  test('goes back word by word, however fast they were typed', () => {
    const editor = field()
    editor.type('The morning light')
    expect(undone(editor)).toEqual(['The morning light', 'The morning ', 'The ', ''])
  })

  test('goes back to a pause within a word', () => {
    const editor = field()
    editor.type('arm')
    editor.pause(600)
    editor.type('chair')
    expect(undone(editor)).toEqual(['armchair', 'arm', ''])
  })

  test('takes pasted text as one step', () => {
    const editor = field()
    editor.type('a')
    editor.paste('b')
    editor.type('c')
    expect(undone(editor)).toEqual(['abc', 'ab', 'a', ''])
  })

  test('keeps all steps, also of a long day', () => {
    const editor = field()
    editor.type('word '.repeat(500))
    expect(undone(editor)).toHaveLength(501)
  })

  test('takes the word of an input method as one step, and what it replaced as another', () => {
    const editor = field()
    editor.type('old')
    editor.selectAll()
    editor.compose(1, 0, 'z')
    for (const [letters, text] of [
      [1, 'zu'],
      [2, 'zue'],
      [3, 'zü'],
    ] as const)
      editor.compose(1, letters, text)
    editor.compose(2, 0, 'rich')
    expect(undone(editor)).toEqual(['zürich', 'zü', 'old', ''])
  })

  test('brings back what an input method deleted before it went on', () => {
    const editor = field()
    editor.compose(1, 0, 'chair')
    editor.compose(1, 3, '')
    editor.compose(1, 0, 'est')
    expect(undone(editor)).toEqual(['chest', 'ch', 'chair', ''])
  })

  test('gives all of it again to redo', () => {
    const editor = field()
    editor.type('One two')
    editor.selectAll()
    editor.type('x')
    undone(editor)
    for (let step = 0; step < 3; step += 1) editor.press('Shift-Mod-z')
    expect(editor.text).toBe('x')
  })

  const place = fc.double({ min: 0, max: 1, noNaN: true })
  const edit = fc.oneof(
    fc.record({ do: fc.constant('type' as const), text: fc.stringMatching(/^[a-c]{1,4}$/) }),
    fc.record({ do: fc.constant('blank' as const) }),
    fc.record({ do: fc.constant('enter' as const) }),
    fc.record({ do: fc.constant('backspace' as const), times: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constant('paste' as const), text: fc.stringMatching(/^[d-f ]{1,6}$/) }),
    fc.record({ do: fc.constant('compose' as const), text: fc.stringMatching(/^[x-z]{1,3}$/) }),
    fc.record({ do: fc.constant('select' as const), from: place, to: place }),
    fc.record({ do: fc.constant('pause' as const), milliseconds: fc.constantFrom(600, 5000) }),
  )

  test('every text that stood in the editor can be had back', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (drawn) => {
        const editor = field()
        // A title has one line.
        const edits = drawn.filter((change) => field === FIELDS.text || change.do !== 'enter')
        const stood = new Set([''])
        for (const [index, change] of edits.entries()) {
          switch (change.do) {
            case 'type':
              editor.type(change.text)
              break
            case 'blank':
              editor.type(' ')
              break
            case 'enter':
              editor.press('Enter')
              break
            case 'backspace':
              for (let time = 0; time < change.times; time += 1) editor.backspace()
              break
            case 'paste':
              editor.paste(change.text)
              break
            case 'compose':
              for (let length = 1; length <= change.text.length; length += 1)
                editor.compose(index + 1, length - 1, change.text.slice(0, length))
              break
            case 'select': {
              const { size } = editor.state.doc.content
              const [from, to] = [change.from * size, change.to * size].map(Math.round).sort((a, b) => a - b)
              // Away from the cursor first: a click at the cursor changes nothing.
              editor.select(0)
              editor.select(from ?? 0, to)
              break
            }
            case 'pause':
              editor.pause(change.milliseconds)
          }
          // Continued typing of a word, and a run of deletions, are one step.
          const next = edits[index + 1]?.do
          const goesOn =
            ((change.do === 'type' || change.do === 'compose') && (next === 'type' || next === 'blank')) ||
            (change.do === next && (next === 'blank' || next === 'backspace'))
          if (!goesOn) stood.add(editor.text)
        }
        const texts = undone(editor)
        expect(texts).toEqual(expect.arrayContaining([...stood]))
      }),
      { numRuns: randomCases(200) },
    )
  })
})
