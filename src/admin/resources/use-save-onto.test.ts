import { expect, test, vi } from 'vitest'
import { BackendError } from '../../backend/errors.ts'
import { type ConflictChoice, saveOnto } from './use-save-onto.ts'

/** A row that has this version, its save, and what was asked on the way: `choices` in turn. */
function storedRow(version: number, ...choices: ConflictChoice[]) {
  const row = { version, text: 'theirs' }
  const options = {
    save: async (base: number, text: string) => {
      if (base !== row.version) throw new BackendError('conflict', null, '')
      Object.assign(row, { version: base + 1, text })
    },
    load: async () => row.version,
    ask: vi.fn<(theirs: number) => Promise<ConflictChoice>>(async () => choices.shift() ?? 'later'),
    onTakeTheirs: vi.fn(),
    onFailed: vi.fn(),
  }
  return { row, options }
}

test('a row that nobody has saved since is saved without a question', async () => {
  const { row, options } = storedRow(1)
  expect(await saveOnto(1, 'mine', options)).toBe(true)
  expect(row).toEqual({ version: 2, text: 'mine' })
  expect(options.ask).not.toHaveBeenCalled()
})

test.each([
  ['mine', true, 'mine'],
  ['theirs', true, 'theirs'],
  ['later', false, 'theirs'],
] as const)('a conflict ends with the choice “%s”', async (choice, isOver, text) => {
  const { row, options } = storedRow(3, choice)
  expect(await saveOnto(1, 'mine', options)).toBe(isOver)
  expect(row.text).toBe(text)
  expect(options.ask.mock.calls).toEqual([[3]])
  expect(options.onTakeTheirs.mock.calls).toEqual(choice === 'theirs' ? [[3]] : [])
  expect(options.onFailed).not.toHaveBeenCalled()
})

test('a row that was saved again while the choice was open is asked about again, never overwritten unseen', async () => {
  const { row, options } = storedRow(3, 'mine', 'mine')
  options.ask.mockImplementationOnce(async (theirs) => {
    row.version = theirs + 1
    return 'mine'
  })
  expect(await saveOnto(1, 'mine', options)).toBe(true)
  expect(options.ask.mock.calls).toEqual([[3], [4]])
})

test('an error, and a conflict whose row cannot be loaded, is a failure', async () => {
  const { options } = storedRow(3)
  const lost = new BackendError('network', null, '')
  expect(await saveOnto(1, 'mine', { ...options, save: () => Promise.reject(lost) })).toBe(false)
  expect(await saveOnto(1, 'mine', { ...options, load: () => Promise.reject(lost) })).toBe(false)
  expect(options.onFailed.mock.calls.map(([error]) => error.kind)).toEqual(['network', 'conflict'])
  expect(options.ask).not.toHaveBeenCalled()
})
