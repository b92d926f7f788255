/**
 * The languages that the magazine can be in: there is a dictionary of each in src/words. The same in the database
 * (site_settings_language_check, private.search_languages).
 */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** Each language with its country, as social networks and search engines are told it. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' }

/** Of a magazine that has chosen no other. */
export const MAIN_LANGUAGE: Language = 'en'

/**
 * The tag of the language that stories are written in, which their quotation marks follow: the magazine's. The language of
 * dates counts where it is the same one, perhaps of another country; and in an English magazine, since a language without a
 * dictionary has no other place.
 */
export function storyLanguage(dates: string | null, language: string): string {
  if (dates === null) return language
  return language === MAIN_LANGUAGE || new Intl.Locale(dates).language === language ? dates : language
}

/** The tag of the language of dates: its own setting, or else the magazine's language. Null: the default, British English. */
export function dateLanguage(own: string | null, language: Language): string | null {
  return own ?? (language === MAIN_LANGUAGE ? null : language)
}
