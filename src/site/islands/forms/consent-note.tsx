import { type SignUpForm, CONSENT } from '../../../magazine/consent.ts'

/** What the reader of a form agrees to; the database keeps these words with the subscription. */
export function ConsentNote({ form }: { form: SignUpForm }) {
  return (
    <p className="consent">
      {CONSENT[form]} <a href="/privacy">Privacy</a>
    </p>
  )
}
