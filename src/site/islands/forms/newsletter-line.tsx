import { useId, useRef } from 'react'
import { DEFAULT_PREFERENCES, SUBSCRIBER_LIMITS } from '../../../domain/readers/subscriber.ts'
import type { MessageSite } from '../../form-messages.ts'
import { ArrowIcon } from '../arrow-icon.tsx'
import { useIslandReady } from '../use-island-ready.ts'
import { useWords } from '../words/use-words.ts'
import { ConsentNote } from './consent-note.tsx'
import { focusAfterAnswer } from './focus-after-answer.ts'
import { FORM_ADDRESS, PostedFields } from './posted-form.tsx'
import { useSignUp } from './use-sign-up.ts'

interface Props extends MessageSite {
  /** What its reader agrees to. */
  consent: string
  /** Path of the page, for the post without script. */
  path: string
}

/** One-line newsletter sign-up of the home page, with the default preferences. */
export function NewsletterLine({ path, consent, ...site }: Props) {
  const root = useRef<HTMLFormElement>(null)
  const errorId = useId()
  const ready = useIslandReady(root)
  const { forms } = useWords()
  const { errors, busy, handlers } = useSignUp({
    form: 'letter-line',
    site,
    preferences: () => ({ ...DEFAULT_PREFERENCES }),
    onDone: (form) => {
      form.reset()
      focusAfterAnswer(form.querySelector<HTMLElement>('[type=submit]'), null)
    },
  })

  return (
    <form ref={root} method="post" action={FORM_ADDRESS} noValidate={ready} {...handlers}>
      <div className="letter-line">
        <input
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={SUBSCRIBER_LIMITS.email}
          placeholder={forms.yourEmail}
          aria-label={forms.yourEmail}
          aria-invalid={errors.email !== undefined}
          aria-describedby={errors.email === undefined ? undefined : errorId}
        />
        <button className="send" type="submit" disabled={busy}>
          {busy ? (
            forms.subscribing
          ) : (
            <>
              {`${forms.subscribe} `}
              <ArrowIcon />
            </>
          )}
        </button>
      </div>
      {errors.email !== undefined && (
        <p className="error" id={errorId} role="alert">
          {errors.email}
        </p>
      )}
      <ConsentNote wording={consent} />
      <PostedFields form="letter-line" page={path} forms={forms} consent={consent} />
    </form>
  )
}
