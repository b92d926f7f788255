export interface HighlightPart {
  text: string
  match: boolean
}

/** Splits `text` at every occurrence of `wanted`, ignoring case. The parts joined are `text`. */
export function highlight(text: string, wanted: string): HighlightPart[] {
  if (wanted === '') return [{ text, match: false }]
  const pattern = new RegExp(`(${wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')})`, 'giu')
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, match: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
