export interface TitlePart {
  text: string
  emphasis: boolean
}

/** Length from which a title is set smaller, in characters. */
const LONG_TITLE = 44

/**
 * Up to this length, a title of ordinary words is readable on a social card that is shown small. The database has the same
 * limit (private.max_card_title).
 */
export const MAX_CARD_TITLE = 100

export function isLongTitle(title: string): boolean {
  return title.length >= LONG_TITLE
}

/** The title cut at the first occurrence of its emphasised words; one part when there are none. */
export function titleParts(title: string, emphasis: string | null): TitlePart[] {
  const start = emphasis ? title.indexOf(emphasis) : -1
  if (!emphasis || start < 0) return [{ text: title, emphasis: false }]
  const end = start + emphasis.length
  return [
    { text: title.slice(0, start), emphasis: false },
    { text: emphasis, emphasis: true },
    { text: title.slice(end), emphasis: false },
  ].filter(({ text }) => text !== '')
}
