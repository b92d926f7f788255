import type { HighlightPart } from '../../lists/highlight.ts'
import type { ScriptWords } from '../../../words/words.ts'
import { useWords } from '../words/use-words.ts'
import type { CloseMatches } from './story-search.ts'

/**
 * Heading of the stories that do not contain the text; null where none is due, since they are what was looked for. `isRest`:
 * stories that contain the text come before them.
 */
export function closeHeading(
  { hasAllWords }: CloseMatches<unknown>,
  isRest: boolean,
  { search }: ScriptWords,
): string | null {
  if (!hasAllWords) return search.closeMatches
  return isRest ? search.moreWithWords : null
}

/** A text with what was found in it marked. */
export function Highlighted({ parts }: { parts: readonly HighlightPart[] }) {
  return parts.map((part, at) => (part.match ? <mark key={at}>{part.text}</mark> : part.text))
}

/** Offers to search for another text. */
export function DidYouMean({ meant, onChoose }: { meant: string; onChoose: (meant: string) => void }) {
  const { before, after } = useWords().search.didYouMean
  return (
    <>
      {before}
      <button className="meant" type="button" onClick={() => onChoose(meant)}>
        {meant}
      </button>
      {after}
    </>
  )
}
