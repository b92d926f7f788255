import { useEffect, useRef, useState } from 'react'
import {
  DEFAULT_PREFERENCES,
  sentPreferences,
  SUBSCRIBER_LIMITS,
} from '../../../domain/readers/subscriber.ts'
import type { Texts } from '../../../domain/site/texts.ts'
import { emphasisParts } from '../../../domain/text/text-parts.ts'
import type { MessageSite } from '../../form-messages.ts'
import { Typeset } from '../typeset.tsx'
import { useIslandReady } from '../use-island-ready.ts'
import { useWords } from '../words/use-words.ts'
import { ConsentNote } from './consent-note.tsx'
import { Field } from './field.tsx'
import { LETTER_TEXTS, LetterSwitches } from './letter-switches.tsx'
import { FORM_ADDRESS, PostedFields } from './posted-form.tsx'
import { useSignUp } from './use-sign-up.ts'

/** Sets `autofocus` for the dialog; React writes that attribute only on the server. */
function focusWhenOpened(field: HTMLInputElement | null): void {
  field?.setAttribute('autofocus', '')
}

/** The texts that the form shows. */
export const NEWSLETTER_TEXTS = [
  'letter_dialog_heading',
  'letter_text',
  'letter_welcome',
  'letter_thanks',
  ...LETTER_TEXTS,
  'consent_newsletter',
] as const satisfies readonly (keyof Texts)[]

interface Props extends MessageSite {
  texts: Pick<Texts, (typeof NEWSLETTER_TEXTS)[number]>
  /** The page's path, for the post without script. */
  path: string
}

/** Form of the newsletter dialog; resets when the dialog closes. */
export function NewsletterForm({ path, ...site }: Props) {
  const { texts } = site
  const root = useRef<HTMLDivElement>(null)
  const [done, setDone] = useState(false)
  const ready = useIslandReady(root)
  const { forms } = useWords()
  const { errors, busy, reset, handlers } = useSignUp({
    form: 'newsletter',
    site,
    preferences: sentPreferences,
    onDone: () => setDone(true),
  })

  useEffect(() => {
    const dialog = root.current?.closest('dialog')
    const onClose = () => {
      root.current?.querySelector('form')?.reset()
      reset()
      setDone(false)
      // The mobile menu with the button that opened the dialog has closed: focus the menu's own button.
      const focused = document.activeElement
      if (focused === document.body || dialog?.contains(focused))
        document.querySelector<HTMLElement>('.menu-toggle')?.focus()
    }
    dialog?.addEventListener('close', onClose)
    return () => dialog?.removeEventListener('close', onClose)
  }, [reset])

  return (
    <div ref={root}>
      {done ? (
        <>
          <h2 aria-label={forms.allSet}>
            <Typeset text={forms.allSet} />
          </h2>
          {site.newsletterConfirm && <p className="to-do">{forms.confirm}</p>}
          <p>{texts.letter_welcome}</p>
          <div className="form">
            <button
              className="button"
              type="button"
              autoFocus
              onClick={() => root.current?.closest('dialog')?.close()}
            >
              {forms.continueReading}
            </button>
          </div>
        </>
      ) : (
        <>
          <h2>
            {emphasisParts(texts.letter_dialog_heading).map(({ text, isEmphasised }) =>
              isEmphasised ? <em key={text}>{text}</em> : text,
            )}
          </h2>
          <p>{texts.letter_text}</p>
          <form className="form" method="post" action={FORM_ADDRESS} noValidate={ready} {...handlers}>
            <Field label={forms.email} required error={errors.email}>
              {(field) => (
                <input
                  {...field}
                  name="email"
                  type="email"
                  autoComplete="email"
                  maxLength={SUBSCRIBER_LIMITS.email}
                  autoFocus
                  ref={focusWhenOpened}
                />
              )}
            </Field>
            <Field label={forms.firstName} error={errors.first_name}>
              {(field) => (
                <input
                  {...field}
                  name="first_name"
                  autoComplete="given-name"
                  maxLength={SUBSCRIBER_LIMITS.first_name}
                />
              )}
            </Field>
            <LetterSwitches chosen={DEFAULT_PREFERENCES} forms={forms} texts={texts} />
            <ConsentNote wording={texts.consent_newsletter} />
            <button className="button" type="submit" disabled={busy}>
              {busy ? forms.subscribing : forms.subscribe}
            </button>
            <PostedFields form="newsletter" page={path} forms={forms} consent={texts.consent_newsletter} />
          </form>
        </>
      )}
    </div>
  )
}
