import { describe, expect, test } from 'vitest'
import {
  EDITOR_SHORTCUTS,
  type PressedKey,
  type Shortcut,
  SHELL_SHORTCUTS,
  headingShortcut,
  isPressed,
  shortcutText,
} from './shortcuts.ts'

/** The keys of a keyboard by place: what each types by itself, with Shift and with AltGr; '' for nothing. */
type Layout = Readonly<Record<string, readonly [plain: string, shift: string, altGr?: string]>>

const DIGITS: Layout = Object.fromEntries(
  Array.from('1234567890', (digit, at) => [`Digit${digit}`, [digit, '!@#$%^&*()'[at] ?? '']]),
)

/** Letters by place, from the top left in rows; upper case with Shift. */
function letters(...rows: readonly string[]): Layout {
  const places = ['QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM']
  return Object.fromEntries(
    rows.flatMap((row, at) =>
      Array.from(row, (letter, key) => [`Key${places[at]?.[key]}`, [letter, letter.toUpperCase()]]),
    ),
  )
}

const LATIN = letters('qwertyuiop', 'asdfghjkl', 'zxcvbnm')
const LAYOUTS: Readonly<Record<string, Layout>> = {
  'US English': { ...LATIN, ...DIGITS, Slash: ['/', '?'] },
  German: {
    ...letters('qwertzuiop', 'asdfghjkl', 'yxcvbnm'),
    ...DIGITS,
    ...{ Digit2: ['2', '"', '²'], Digit3: ['3', '§', '³'], Digit7: ['7', '/', '{'], Digit8: ['8', '(', '['] },
    ...{ KeyE: ['e', 'E', '€'], KeyQ: ['q', 'Q', '@'], KeyM: ['m', 'M', 'µ'], Slash: ['-', '_'] },
  },
  French: {
    ...letters('azertyuiop', 'qsdfghjkl', 'wxcvbn'),
    ...{ KeyM: [',', '?'], Semicolon: ['m', 'M'], Period: [':', '/'], Slash: ['!', '§'] },
    ...{ Digit1: ['&', '1'], Digit2: ['é', '2', '~'], Digit3: ['"', '3', '#'], Digit7: ['è', '7', '`'] },
    ...{ Digit8: ['_', '8', '\\'], KeyE: ['e', 'E', '€'] },
  },
  Swedish: {
    ...LATIN,
    ...DIGITS,
    ...{ Digit7: ['7', '/', '{'], Digit8: ['8', '(', '['], KeyE: ['e', 'E', '€'], Slash: ['-', '_'] },
  },
  Spanish: { ...LATIN, ...DIGITS, ...{ Digit7: ['7', '/'], KeyE: ['e', 'E', '€'], Slash: ['-', '_'] } },
  Turkish: {
    ...letters('qwertyuıop', 'asdfghjkl', 'zxcvbnm'),
    ...DIGITS,
    ...{ Quote: ['i', 'İ'], Digit7: ['7', '/', '{'], Slash: ['.', ':'] },
  },
  Polish: {
    ...LATIN,
    ...DIGITS,
    ...{ KeyS: ['s', 'S', 'ś'], KeyE: ['e', 'E', 'ę'], KeyL: ['l', 'L', 'ł'], Slash: ['/', '?'] },
  },
  Russian: {
    ...letters('йцукенгшщз', 'фывапролд', 'ячсмить'),
    ...DIGITS,
    ...{ Digit7: ['7', '?'], Slash: ['.', ','], Backslash: ['\\', '/'] },
  },
  Greek: { ...letters(';ςερτυθιοπ', 'ασδφγηξκλ', 'ζχψωβνμ'), ...DIGITS, Slash: ['/', '?'] },
  Hebrew: { ...letters("/'קראטוןםפ", 'שדגכעיחלך', 'זסבהנמצ'), ...DIGITS, Slash: ['.', '>'] },
  Dvorak: {
    ...{ KeyX: ['q', 'Q'], KeyN: ['b', 'B'], KeyD: ['e', 'E'], KeyI: ['c', 'C'], KeyG: ['i', 'I'] },
    ...{ KeyC: ['j', 'J'], KeyV: ['k', 'K'], KeyP: ['l', 'L'], KeyM: ['m', 'M'], Semicolon: ['s', 'S'] },
    ...{ KeyF: ['u', 'U'], KeyT: ['y', 'Y'], Slash: ['z', 'Z'], BracketLeft: ['/', '?'], ...DIGITS },
  },
}

function press(code: string, key: string, modifiers: Partial<PressedKey> = {}): PressedKey {
  return {
    ...{ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
    ...{ isComposing: false, keyCode: 0, getModifierState: () => false },
    ...modifiers,
  }
}

const ALL: readonly Shortcut[] = [
  ...Object.values(SHELL_SHORTCUTS),
  ...Object.values(EDITOR_SHORTCUTS),
  headingShortcut(2),
  headingShortcut(3),
]
const NAMED = ['Enter', 'Escape', '↑']

/** The event of a shortcut pressed as the sheet names it; null where the layout has no such key. */
function pressed({ keys }: Shortcut, layout: Layout): PressedKey | null {
  const [key = '', ...names] = keys.split('+').reverse()
  const modifiers = {
    ctrlKey: names.includes('Mod'),
    altKey: names.includes('Alt'),
    shiftKey: names.includes('Shift'),
  }
  if (NAMED.includes(key)) return press(key, key, modifiers)
  const wanted = key.toLowerCase()
  const [code, typed] =
    Object.entries(layout).find(([place, [plain]]) => plain === wanted || place === `Digit${key}`) ??
    // Signs that need Shift, and letters that the layout does not have.
    Object.entries(layout).find(([, [, shift]]) => shift === key) ??
    Object.entries(layout).find(([place]) => place === `Key${key}`) ??
    []
  if (code === undefined || typed === undefined) return null
  const needsShift = typed[0] !== wanted && typed[1] === key && !/[A-Z\d]/.test(key)
  const shiftKey = modifiers.shiftKey || needsShift
  return press(code, typed[shiftKey ? 1 : 0], { ...modifiers, shiftKey })
}

/** In the text the numbered list; elsewhere the slash of layouts that have it there. */
const TWOFOLD = new Set(['Mod+/', 'Mod+Shift+7'])

describe.each(Object.entries(LAYOUTS))('on a keyboard that is %s', (_, layout) => {
  test.each(ALL.map((shortcut) => [shortcut.keys, shortcut] as const))(
    '%s is pressed as the sheet names it, and no other',
    (keys, shortcut) => {
      const event = pressed(shortcut, layout)
      if (event === null) throw new Error(`There is no key for ${keys}`)
      expect(isPressed(shortcut, event)).toBe(true)
      const others = ALL.filter((other) => other.keys !== keys && isPressed(other, event))
      expect(others.filter((other) => !(TWOFOLD.has(keys) && TWOFOLD.has(other.keys)))).toEqual([])
    },
  )

  test('nothing that is typed is a shortcut, with AltGr on any platform, either', () => {
    const altGr = { getModifierState: (name: string) => name === 'AltGraph' }
    for (const [code, [plain, shift, third = plain]] of Object.entries(layout))
      for (const event of [
        press(code, plain),
        press(code, shift, { shiftKey: true }),
        press(code, third, altGr),
        press(code, third, { ...altGr, ctrlKey: true, altKey: true }),
        press(code, third, { ...altGr, ctrlKey: true, altKey: true, shiftKey: true }),
      ])
        expect(ALL.filter((shortcut) => isPressed(shortcut, event))).toEqual([])
  })
})

test('a shortcut is pressed with Ctrl or ⌘, in either case of its letter, and with no other modifier', () => {
  const { search } = SHELL_SHORTCUTS
  expect(isPressed(search, press('KeyK', 'k', { ctrlKey: true }))).toBe(true)
  expect(isPressed(search, press('KeyK', 'K', { metaKey: true }))).toBe(true)
  expect(isPressed(search, press('KeyK', 'k'))).toBe(false)
  expect(isPressed(search, press('KeyB', 'b', { ctrlKey: true }))).toBe(false)
  expect(isPressed(search, press('KeyK', 'k', { ctrlKey: true, altKey: true }))).toBe(false)
  expect(isPressed(search, press('KeyK', 'k', { ctrlKey: true, shiftKey: true }))).toBe(false)
})

test('a key that belongs to a word of an input method is no shortcut', () => {
  const enter = press('Enter', 'Enter', { ctrlKey: true, shiftKey: true })
  expect(isPressed(EDITOR_SHORTCUTS.publish, enter)).toBe(true)
  expect(isPressed(EDITOR_SHORTCUTS.publish, { ...enter, isComposing: true })).toBe(false)
  expect(isPressed(EDITOR_SHORTCUTS.publish, { ...enter, keyCode: 229 })).toBe(false)
})

test('the sheet shows the letters that a layout without Latin ones has in the places of the keys', () => {
  const ukrainian = new Map([
    ['KeyS', 'і'],
    ['KeyB', 'и'],
    ['Digit7', '7'],
  ])
  const french = new Map([
    ['KeyS', 's'],
    ['KeyA', 'q'],
  ])
  expect(shortcutText(EDITOR_SHORTCUTS.save, ukrainian)).toBe('Ctrl+І')
  expect(shortcutText(EDITOR_SHORTCUTS.quote, ukrainian)).toBe('Ctrl+Shift+И')
  expect(shortcutText(EDITOR_SHORTCUTS.numberedList, ukrainian)).toBe('Ctrl+Shift+7')
  expect(shortcutText(EDITOR_SHORTCUTS.save, french)).toBe('Ctrl+S')
  expect(shortcutText(EDITOR_SHORTCUTS.save)).toBe('Ctrl+S')
})
