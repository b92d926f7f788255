import { useWords } from '../words/use-words.ts'

/** What the reader of a form agrees to; the database keeps these words with the subscription. */
export function ConsentNote({ wording }: { wording: string }) {
  const { forms } = useWords()
  return (
    <p className="consent">
      {wording} <a href="/privacy">{forms.privacy}</a>
    </p>
  )
}
