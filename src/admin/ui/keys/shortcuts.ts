import { isCompositionKey } from '../../../domain/text/composition.ts'

/** A keyboard shortcut, as it is listed and as the buttons show it. */
export interface Shortcut {
  /** What it does, or the name of the button that does it. */
  name: string
  /** What the list of shortcuts adds to the name. */
  note?: string
  /** The keys, such as 'Mod+Alt+1'. Mod is Ctrl or ⌘. */
  keys: string
}

/** Shortcuts of every screen. */
export const SHELL_SHORTCUTS = {
  search: { name: 'Search or jump to', keys: 'Mod+K' },
  sidebar: { name: 'Fold or unfold the sidebar', keys: 'Mod+B' },
  notifications: { name: 'Notifications', keys: 'Mod+Shift+L' },
  list: { name: 'This sheet', keys: 'Mod+/' },
  close: { name: 'Close what is open, or a message', keys: 'Escape' },
} satisfies Record<string, Shortcut>

export function headingShortcut(level: 1 | 2 | 3): Shortcut {
  return { name: `Heading ${level}`, keys: `Mod+Alt+${level}` }
}

/** Shortcuts of the article editor. TipTap itself acts on most of them. */
export const EDITOR_SHORTCUTS = {
  save: { name: 'Save', keys: 'Mod+S' },
  submit: { name: 'Submit for Review', keys: 'Mod+Alt+Enter' },
  publish: { name: 'Publish', note: 'or schedule, or update', keys: 'Mod+Shift+Enter' },
  bold: { name: 'Bold', keys: 'Mod+B' },
  italic: { name: 'Italic', note: 'or the emphasis of the title', keys: 'Mod+I' },
  underline: { name: 'Underline', keys: 'Mod+U' },
  heading: { ...headingShortcut(1), note: 'and so on to 3' },
  quote: { name: 'Quote', keys: 'Mod+Shift+B' },
  code: { name: 'Code', keys: 'Mod+E' },
  bulletList: { name: 'Bullet list', keys: 'Mod+Shift+8' },
  numberedList: { name: 'Numbered list', keys: 'Mod+Shift+7' },
  link: { name: 'Link', keys: 'Mod+K' },
  image: { name: 'Image', keys: 'Mod+Shift+M' },
  moveBlock: { name: 'Move the block', note: 'up; with ↓ down', keys: 'Alt+Shift+↑' },
  comment: { name: 'Comment', note: 'on the selected words', keys: 'Mod+Shift+Y' },
  nextComment: { name: 'Next comment', keys: 'Mod+J' },
  undo: { name: 'Undo', keys: 'Mod+Z' },
  redo: { name: 'Redo', keys: 'Mod+Shift+Z' },
} satisfies Record<string, Shortcut>

const APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent)

const SIGNS: Readonly<Record<string, string>> = APPLE
  ? { Mod: '⌘', Alt: '⌥', Shift: '⇧' }
  : { Mod: 'Ctrl', Alt: 'Alt', Shift: 'Shift' }

/** What the keys of a keyboard type, by their places: 'KeyS' → 'ы'. */
type KeyboardLayout = ReadonlyMap<string, string>

/** The layout of the keyboard; null where the browser does not tell. */
export async function keyboardLayout(): Promise<KeyboardLayout | null> {
  const { keyboard } = navigator as { keyboard?: { getLayoutMap: () => Promise<KeyboardLayout> } }
  return (await keyboard?.getLayoutMap().catch(() => null)) ?? null
}

/** The keys as text for this platform: '⌘⌥1', 'Ctrl+Alt+1'; on a layout without Latin letters with the letters it has there. */
export function shortcutText({ keys }: Shortcut, layout: KeyboardLayout | null = null): string {
  return keys
    .split('+')
    .map((key) => {
      const typed = layout?.get(`Key${key}`) ?? ''
      return isOtherLetter(typed) ? typed.toUpperCase() : (SIGNS[key] ?? key)
    })
    .join(APPLE ? '' : '+')
}

/** The keys as `aria-keyshortcuts`. */
export function ariaKeyShortcuts({ keys }: Shortcut): string {
  return keys.replace('Mod', APPLE ? 'Meta' : 'Control')
}

/** What a shortcut looks at in a `KeyboardEvent`. */
export interface PressedKey {
  key: string
  /** The place of the key on the keyboard: 'KeyS', 'Digit7'. */
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  isComposing: boolean
  keyCode: number
  getModifierState: (key: string) => boolean
}

/**
 * Whether exactly these keys were pressed, on any keyboard layout; Mod is Ctrl or ⌘ on any platform. Keys of an input method
 * and AltGr, which Windows reports as Ctrl with Alt, type.
 */
export function isPressed({ keys }: Shortcut, event: PressedKey): boolean {
  const [key = '', ...modifiers] = keys.split('+').reverse()
  if (isCompositionKey(event) || event.getModifierState('AltGraph')) return false
  return (
    isKey(key, event) &&
    (event.ctrlKey || event.metaKey) === modifiers.includes('Mod') &&
    event.altKey === modifiers.includes('Alt') &&
    // Where a sign needs Shift, such as the slash in German, Shift belongs to the sign.
    (event.shiftKey === modifiers.includes('Shift') || (SIGN.test(key) && event.shiftKey))
  )
}

const SIGN = /^[^\p{L}\p{N}]$/u

/**
 * Whether a key press matches the key of a shortcut. On a layout without Latin letters the keys are matched by their places
 * in the English layout; digits are typed with Shift in French.
 */
function isKey(key: string, { key: typed, code }: PressedKey): boolean {
  if (/^\d$/.test(key)) return code === `Digit${key}` || (typed === key && !code.startsWith('Digit'))
  if (typed.toLowerCase() === key.toLowerCase()) return true
  return isOtherLetter(typed) && code === `Key${key.toUpperCase()}`
}

/** Whether a key types a letter that is not Latin. */
const isOtherLetter = (typed: string) => /^\p{L}/u.test(typed) && !/^\w/.test(typed)
