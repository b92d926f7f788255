import { expect, test } from 'vitest'
import { saveErrorText } from './save-error-text.ts'
import { type SaveError, openingState } from './state.ts'

const opened = openingState(null, 'me')

const errors: SaveError[] = [
  { kind: 'offline', pending: null },
  { kind: 'offline', pending: { intent: 'publish', form: opened.form } },
  { kind: 'offline', pending: { intent: 'publish', form: { ...opened.form, title: 'Before' } } },
  { kind: 'failed', reason: 'signed-out', message: '' },
  { kind: 'failed', reason: 'other', message: 'The disk of the server is full.' },
  { kind: 'blocked', reason: 'deleted', message: '' },
]

test.each(errors)('no text is said to be kept where the browser keeps none: %o', (save) => {
  const state = { ...opened, save }
  expect(saveErrorText(state, true)).toContain('Your text is kept on this device.')
  const text = saveErrorText(state, false)
  expect(text).toContain('This browser does not keep a copy of your text: leave this page open.')
  expect(text).not.toContain('kept on this device')
})

test('without a failed save there is a notice only where the browser keeps no copy', () => {
  expect(saveErrorText(opened, true)).toBeNull()
  expect(saveErrorText(opened, false)).toContain('Save before you leave this page.')
})
