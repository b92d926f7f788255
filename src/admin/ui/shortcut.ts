const APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent)

const SIGNS: Readonly<Record<string, string>> = APPLE
  ? { Mod: '⌘', Alt: '⌥', Shift: '⇧' }
  : { Mod: 'Ctrl', Alt: 'Alt', Shift: 'Shift' }

/** A shortcut such as 'Mod+Alt+1' as text for this platform ('⌘⌥1', 'Ctrl+Alt+1') and as `aria-keyshortcuts`. */
export function shortcut(combination: string): { label: string; keys: string } {
  const parts = combination.split('+')
  return {
    label: parts.map((part) => SIGNS[part] ?? part).join(APPLE ? '' : '+'),
    keys: parts.map((part) => (part === 'Mod' ? (APPLE ? 'Meta' : 'Control') : part)).join('+'),
  }
}
