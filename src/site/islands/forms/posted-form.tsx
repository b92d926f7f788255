import { type FormName, CONSENT_FIELD, HONEYPOT } from '../../../domain/readers/form-post.ts'
import { consentVersion } from '../../../domain/readers/subscriber.ts'
import type { SignUpForm } from '../../../domain/site/texts.ts'
import type { FormWords } from '../../../words/words.ts'

/** `action` of forms that are sent without script. */
export const FORM_ADDRESS = `${__API_URL__}/functions/v1/submit-form`

/** The edge function of the links in mails; it also sends the mails. */
export const NEWSLETTER_ADDRESS = `${__API_URL__}/functions/v1/newsletter`

type Props = {
  page: string
  forms: FormWords
} & (
  | {
      form: SignUpForm
      /** What the form says that its reader agrees to; null: it subscribes nobody. */
      consent: string | null
    }
  | { form: Exclude<FormName, SignUpForm> }
)

/** Hidden fields of a form sent without script, and the honeypot. Scripts read the version of the consent, too. */
export function PostedFields({ page, forms, ...kind }: Props) {
  const { form } = kind
  return (
    <>
      {'consent' in kind && kind.consent !== null && (
        <input type="hidden" name={CONSENT_FIELD} value={consentVersion(kind.form, kind.consent)} />
      )}
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="page" value={page} />
      <p className="unseen" aria-hidden="true" inert>
        <label>
          {forms.leaveEmpty}
          <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
        </label>
      </p>
    </>
  )
}

/** The version of what a form says that its reader agrees to. */
export function consentOf(form: HTMLFormElement): string | null {
  const version = new FormData(form).get(CONSENT_FIELD)
  return typeof version === 'string' ? version : null
}

/** Whether the honeypot was filled in. */
export function filledByMachine(form: HTMLFormElement): boolean {
  return new FormData(form).get(HONEYPOT) !== ''
}
