import { type FormName, HONEYPOT } from '../../../domain/readers/form-post.ts'

/** `action` of forms that are sent without script. */
export const FORM_ADDRESS = `${__API_URL__}/functions/v1/submit-form`

/** The edge function of the links in mails; it also sends the mails. */
export const NEWSLETTER_ADDRESS = `${__API_URL__}/functions/v1/newsletter`

/** Hidden fields of a form sent without script, and the honeypot. */
export function PostedFields({ form, page }: { form: FormName; page: string }) {
  return (
    <>
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="page" value={page} />
      <p className="unseen" aria-hidden="true" inert>
        <label>
          Leave this empty
          <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
        </label>
      </p>
    </>
  )
}

/** Whether the honeypot was filled in. */
export function filledByMachine(form: HTMLFormElement): boolean {
  return new FormData(form).get(HONEYPOT) !== ''
}
