/** Initials of a name: 'Priya Lindqvist' → 'PL'. Of an e-mail address, its first letter. */
export function initials(name: string): string {
  const words = name.split('@', 1)[0]?.split(/\s+/).filter(Boolean) ?? []
  const [first = ''] = words
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase()
}
