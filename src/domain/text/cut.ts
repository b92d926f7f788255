/**
 * The beginning of a text of at most `max` UTF-16 code units. It ends between two characters as people see them: an emoji, or
 * a letter with its accents, is whole or absent. Half an emoji is no text that the database takes.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  return text.slice(0, new Intl.Segmenter().segment(text).containing(max)?.index)
}

/** The first character of a text as people see it; '' of an empty one. */
export function firstCharacter(text: string): string {
  const [first] = new Intl.Segmenter().segment(text)
  return first?.segment ?? ''
}
