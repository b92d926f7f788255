/**
 * The beginning of a text of at most `max` UTF-16 code units. It ends between two characters as people see them: an emoji, or
 * a letter with its accents, is whole or absent. Half an emoji is no text that the database takes.
 *
 * Whether a character ends at `max` is decided by what stands before it and the one code point after it: a text of a megabyte
 * is not segmented whole.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const end = new Intl.Segmenter().segment(text.slice(0, max + 2)).containing(max)?.index
  return text.slice(0, end)
}

/** The first character of a text as people see it; '' of an empty one. */
export function firstCharacter(text: string): string {
  const [first] = new Intl.Segmenter().segment(text)
  return first?.segment ?? ''
}
