import type { HighlightPart } from '../../lists/highlight.ts'
import type { CloseMatches, FoundPerson } from './story-search.ts'

/**
 * Heading of the stories that do not contain the text; null where none is due, since they are what was looked for. `isRest`:
 * stories that contain the text come before them.
 */
export function closeHeading({ hasAllWords }: CloseMatches<unknown>, isRest: boolean): string | null {
  if (!hasAllWords) return 'Close matches'
  return isRest ? 'More with these words' : null
}

/** '3 stories' of a person. */
export function storiesLabel({ stories }: FoundPerson): string {
  return `${stories} ${stories === 1 ? 'story' : 'stories'}`
}

/** A text with what was found in it marked. */
export function Highlighted({ parts }: { parts: readonly HighlightPart[] }) {
  return parts.map((part, at) => (part.match ? <mark key={at}>{part.text}</mark> : part.text))
}

/** Offers to search for another text. */
export function DidYouMean({ meant, onChoose }: { meant: string; onChoose: (meant: string) => void }) {
  return (
    <>
      Did you mean{' '}
      <button className="meant" type="button" onClick={() => onChoose(meant)}>
        {meant}
      </button>
      ?
    </>
  )
}
