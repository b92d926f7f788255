/** A text whose straight apostrophes are drawn as typographic ones (`.apostrophe`); it is read and copied as it is written. */
export function Typeset({ text }: { text: string }) {
  return text.split(/(')/).map((part, at) =>
    part === "'" ? (
      <span key={at} className="apostrophe">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
