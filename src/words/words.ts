import type { Language } from '../domain/text/language.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import type { enScripts } from './en-scripts.ts'

/** What a page says to a reader as an interface: buttons, counts, labels, errors. Each language has all of it. */
export type Words = typeof en
/** The part of it that scripts in browsers have. */
export type ScriptWords = typeof enScripts
/** What the scripts of the 404 page say, which that page has. */
export type LiveWords = Words['live']
export type FormWords = ScriptWords['forms']

const DICTIONARIES: Readonly<Record<Language, Words>> = { en, de }

export function wordsOf(language: Language): Words {
  return DICTIONARIES[language]
}
