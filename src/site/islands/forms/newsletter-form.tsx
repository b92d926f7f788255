import { useEffect, useRef, useState } from 'react'
import {
  DEFAULT_PREFERENCES,
  sentPreferences,
  SUBSCRIBER_LIMITS,
} from '../../../domain/readers/subscriber.ts'
import { LETTER } from '../../../magazine/texts.ts'
import { type MessageSite, CONFIRM_NOTE } from '../../form-messages.ts'
import { useIslandReady } from '../use-island-ready.ts'
import { ConsentNote } from './consent-note.tsx'
import { Field } from './field.tsx'
import { LetterSwitches } from './letter-switches.tsx'
import { FORM_ADDRESS, PostedFields } from './posted-form.tsx'
import { useSignUp } from './use-sign-up.ts'

/** Sets `autofocus` for the dialog; React writes that attribute only on the server. */
function focusWhenOpened(field: HTMLInputElement | null): void {
  field?.setAttribute('autofocus', '')
}

/**
 * Form of the newsletter dialog; resets when the dialog closes. `path` is the page's path, for the post without
 * script.
 */
export function NewsletterForm({ path, ...site }: MessageSite & { path: string }) {
  const root = useRef<HTMLDivElement>(null)
  const [done, setDone] = useState(false)
  const ready = useIslandReady(root)
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
          <h2>You're all set!</h2>
          {site.newsletterConfirm && <p className="to-do">{CONFIRM_NOTE}</p>}
          <p>{LETTER.welcome(site.siteName)}</p>
          <div className="form">
            <button
              className="button"
              type="button"
              autoFocus
              onClick={() => root.current?.closest('dialog')?.close()}
            >
              Continue Reading
            </button>
          </div>
        </>
      ) : (
        <>
          <h2>
            {`${LETTER.dialogHeading[0]} `}
            <em>{LETTER.dialogHeading[1]}</em>
          </h2>
          <p>{LETTER.text}</p>
          <form className="form" method="post" action={FORM_ADDRESS} noValidate={ready} {...handlers}>
            <Field label="Email" required error={errors.email}>
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
            <Field label="First name" error={errors.first_name}>
              {(field) => (
                <input
                  {...field}
                  name="first_name"
                  autoComplete="given-name"
                  maxLength={SUBSCRIBER_LIMITS.first_name}
                />
              )}
            </Field>
            <LetterSwitches chosen={DEFAULT_PREFERENCES} />
            <ConsentNote form="newsletter" />
            <button className="button" type="submit" disabled={busy}>
              {busy ? 'Subscribing...' : 'Subscribe'}
            </button>
            <PostedFields form="newsletter" page={path} />
          </form>
        </>
      )}
    </div>
  )
}
