import type { HighlightPart } from '../highlight.ts'

/** Heading of the stories that do not contain the text but its words. */
export const CLOSE_MATCHES = 'Close matches'

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
