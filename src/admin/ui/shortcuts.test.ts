import { expect, test } from 'vitest'
import { EDITOR_SHORTCUTS, isPressed, SHELL_SHORTCUTS } from './shortcuts.ts'

const press = (key: string, modifiers: Partial<KeyboardEvent>) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...modifiers,
})

test('a shortcut is pressed with Ctrl or ⌘, in either case of its letter, and with no other modifier', () => {
  const { search } = SHELL_SHORTCUTS
  expect(isPressed(search, press('k', { ctrlKey: true }))).toBe(true)
  expect(isPressed(search, press('K', { metaKey: true }))).toBe(true)
  expect(isPressed(search, press('k', {}))).toBe(false)
  expect(isPressed(search, press('b', { ctrlKey: true }))).toBe(false)
  expect(isPressed(search, press('k', { ctrlKey: true, altKey: true }))).toBe(false)
  expect(isPressed(search, press('k', { ctrlKey: true, shiftKey: true }))).toBe(false)
})

test('a shortcut with Shift is not pressed without it', () => {
  const { image } = EDITOR_SHORTCUTS
  expect(isPressed(image, press('M', { ctrlKey: true, shiftKey: true }))).toBe(true)
  expect(isPressed(image, press('m', { ctrlKey: true }))).toBe(false)
})
