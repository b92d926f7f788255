import { createContext, useContext } from 'react'
import type { ScriptWords } from '../../../words/words.ts'

/** The words of the page's language: Island.astro and `hydrate` provide them to each island. */
export const WordsContext = createContext<ScriptWords | null>(null)

export function useWords(): ScriptWords {
  const words = useContext(WordsContext)
  if (words === null) throw new Error('There are no words around this component')
  return words
}
