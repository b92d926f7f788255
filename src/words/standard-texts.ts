import type { Texts } from '../domain/site/texts.ts'
import type { Language } from '../domain/text/language.ts'
import { deTexts } from './de-texts.ts'
import { enTexts } from './en-texts.ts'

const STANDARD: Readonly<Record<Language, Texts>> = { en: enTexts, de: deTexts }

/** What stands in place of texts that a magazine in a language has not written. The dictionaries have them, too (`texts`). */
export function standardTexts(language: Language): Texts {
  return STANDARD[language]
}
