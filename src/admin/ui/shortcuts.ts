/** A keyboard shortcut, as it is listed and as the buttons show it. */
export interface Shortcut {
  /** What it does, or the name of the button that does it. */
  name: string
  /** What the list of shortcuts adds to the name. */
  note?: string
  /** The keys, such as 'Mod+Alt+1'. Mod is Ctrl or ⌘. */
  keys: string
}

/** Those of every screen. */
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

/** Those of the article editor. TipTap itself acts on most of them. */
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

/** The keys as text for this platform: '⌘⌥1', 'Ctrl+Alt+1'. */
export function shortcutText({ keys }: Shortcut): string {
  return keys
    .split('+')
    .map((key) => SIGNS[key] ?? key)
    .join(APPLE ? '' : '+')
}

/** The keys as `aria-keyshortcuts`. */
export function ariaKeyShortcuts({ keys }: Shortcut): string {
  return keys.replace('Mod', APPLE ? 'Meta' : 'Control')
}

/** Whether exactly these keys were pressed; Mod is Ctrl or ⌘ on any platform. */
export function isPressed(
  { keys }: Shortcut,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean {
  const [key, ...modifiers] = keys.split('+').reverse()
  return (
    event.key.toLowerCase() === key?.toLowerCase() &&
    (event.ctrlKey || event.metaKey) === modifiers.includes('Mod') &&
    event.altKey === modifiers.includes('Alt') &&
    event.shiftKey === modifiers.includes('Shift')
  )
}
