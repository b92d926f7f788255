import { Fragment } from 'react'

/** A text whose straight apostrophes are drawn as typographic ones (`.apostrophe`); it is read and copied as it is written. */
export function Typeset({ text }: { text: string }) {
  return text.split("'").map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <span className="apostrophe">'</span>}
      {part}
    </Fragment>
  ))
}
