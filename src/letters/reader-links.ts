/** What a mail has in place of the links of its reader; nothing else of a mail differs from reader to reader. */
export const UNSUBSCRIBE_PLACE = 'https://reader.invalid/unsubscribe'
export const PREFERENCES_PLACE = 'https://reader.invalid/preferences'

/** The links of one reader. */
export interface ReaderLinks {
  unsubscribe: string
  preferences: string
}

/** The HTML or text of a mail with the links of its reader. Throws when one of them would mean something else in HTML. */
export function withLinks(text: string, { unsubscribe, preferences }: ReaderLinks): string {
  for (const link of [unsubscribe, preferences]) {
    if (!/^https?:\/\/[^\s"'<>&]+$/.test(link)) throw new Error('A link of a reader is no plain address')
  }
  return text
    .replaceAll(UNSUBSCRIBE_PLACE, () => unsubscribe)
    .replaceAll(PREFERENCES_PLACE, () => preferences)
}
