import { expect, test } from 'vitest'
import { saveErrorText } from './save-error-text.ts'
import { type SaveError, openingState } from './state.ts'

const now = new Date('2026-11-21T00:00:00Z')
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
  expect(saveErrorText(state, true, now)).toContain('Your text is kept on this device.')
  const text = saveErrorText(state, false, now)
  expect(text).toContain('This browser does not keep a copy of your text: leave this page open.')
  expect(text).not.toContain('kept on this device')
})

test('without a failed save there is a notice only where the browser keeps no copy', () => {
  expect(saveErrorText(opened, true, now)).toBeNull()
  expect(saveErrorText(opened, false, now)).toContain('Save before you leave this page.')
})

test.each([
  ['2026-11-20T08:00:00Z', 'published'],
  ['2026-11-22T08:00:00Z', 'scheduled'],
])('a story that was published offline with the date %s is %s when online', (published_at, done) => {
  const form = { ...opened.form, published_at }
  const save: SaveError = { kind: 'offline', pending: { intent: 'publish', form } }
  const text = saveErrorText({ ...opened, form, save }, true, now)
  expect(text).toContain(`It is ${done} as soon as you are back online.`)
})
