import { useEffect, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { DEFAULT_PREFERENCES } from '../../domain/subscriber.ts'
import type { Preferences } from '../../domain/subscriber.ts'
import { subscribe } from './subscribe.ts'
import { showToast } from './toast.ts'
import { useReady } from './use-ready.ts'

type State = 'form' | 'submitting' | 'success'

const SWITCHES: readonly (readonly [keyof Preferences, string])[] = [
  ['weeklyNewsletter', 'Weekly newsletter'],
  ['designTips', 'Design tips'],
  ['newArticles', 'New articles'],
  ['specialOffers', 'Special offers'],
]

/** The form of the newsletter dialog (reader spec §2, §5). It lives in a `dialog` and resets when that closes. */
export function NewsletterForm({ siteName }: { siteName: string }) {
  const root = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('form')
  useReady(root)

  useEffect(() => {
    const dialog = root.current?.closest('dialog')
    const reset = () => {
      root.current?.querySelector('form')?.reset()
      setState('form')
    }
    dialog?.addEventListener('close', reset)
    return () => dialog?.removeEventListener('close', reset)
  }, [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const email = String(fields.get('email')).trim()
    if (email !== '' && !form.reportValidity()) return
    setState('submitting')
    const done = await subscribe(
      {
        email,
        first_name: String(fields.get('first_name')).trim(),
        preferences: {
          weeklyNewsletter: fields.has('weeklyNewsletter'),
          designTips: fields.has('designTips'),
          newArticles: fields.has('newArticles'),
          specialOffers: fields.has('specialOffers'),
        },
      },
      form,
    )
    setState(done ? 'success' : 'form')
    if (!done) {
      form.querySelector<HTMLInputElement>('[name=email]')?.focus()
      return
    }
    showToast(
      {
        title: `Welcome to ${siteName}!`,
        description: "You've successfully subscribed to our newsletter.",
      },
      form,
    )
  }

  return (
    <div ref={root}>
      {state === 'success' ? (
        <div role="status">
          <h2>You’re all set!</h2>
          <p>Welcome to {siteName}. Your first newsletter arrives within a few days.</p>
          <div className="form">
            <button className="button" type="button" onClick={() => root.current?.closest('dialog')?.close()}>
              Continue Reading
            </button>
          </div>
        </div>
      ) : (
        <>
          <h2>
            One letter <em>a week.</em>
          </h2>
          <p>Rooms that were lived in before they were photographed, every Sunday morning.</p>
          <form className="form" noValidate onSubmit={(event) => void submit(event)}>
            <label>
              <span>
                Email <b>*</b>
              </span>
              <input name="email" type="email" autoComplete="email" required autoFocus />
            </label>
            <label>
              <span>First name</span>
              <input name="first_name" autoComplete="given-name" maxLength={100} />
            </label>
            <fieldset>
              <legend className="label">What to send you</legend>
              {SWITCHES.map(([name, label]) => (
                <label className="switch" key={name}>
                  {label}
                  <input
                    type="checkbox"
                    role="switch"
                    name={name}
                    defaultChecked={DEFAULT_PREFERENCES[name]}
                  />
                </label>
              ))}
            </fieldset>
            <button className="button" type="submit" disabled={state === 'submitting'}>
              {state === 'submitting' ? 'Subscribing...' : 'Subscribe'}
            </button>
          </form>
        </>
      )}
    </div>
  )
}
