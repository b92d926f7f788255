import { useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { DEFAULT_PREFERENCES } from '../../domain/subscriber.ts'
import { subscribe } from './subscribe.ts'
import { showToast } from './toast.ts'
import { useReady } from './use-ready.ts'

/** The one-line sign-up of the home page: an e-mail address, the preferences as they are by default. */
export function NewsletterLine() {
  const root = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  useReady(root)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const email = String(new FormData(form).get('email')).trim()
    if (email !== '' && !form.reportValidity()) return
    setBusy(true)
    const done = await subscribe({ email, first_name: '', preferences: { ...DEFAULT_PREFERENCES } }, form)
    setBusy(false)
    if (!done) return
    form.reset()
    showToast(
      {
        title: 'Thanks for subscribing!',
        description: "You'll receive our latest design insights and home tours.",
      },
      form,
    )
  }

  return (
    <form ref={root} className="letter-line" noValidate onSubmit={(event) => void submit(event)}>
      <input
        name="email"
        type="email"
        autoComplete="email"
        required
        placeholder="Your email"
        aria-label="Your email"
      />
      <button className="send" type="submit" disabled={busy}>
        {busy ? (
          'Subscribing...'
        ) : (
          <>
            Subscribe{' '}
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
              <path d="M3 12h17m-6.5-6.5L20 12l-6.5 6.5" />
            </svg>
          </>
        )}
      </button>
    </form>
  )
}
