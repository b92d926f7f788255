import { type InputEvent, type SubmitEvent, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SentOutcome } from '../../../domain/readers/form-outcome.ts'
import { ACCEPTED, refusedOutcome } from '../../../domain/readers/form-post.ts'
import {
  type Preferences,
  type SubscribeForm,
  newSubscriber,
  SUBSCRIBER_LIMITS,
  subscribeFormSchema,
} from '../../../domain/readers/subscriber.ts'
import type { SignUpForm } from '../../../domain/site/texts.ts'
import type { ScriptWords } from '../../../words/words.ts'
import { type MessageSite, fieldError, formMessage } from '../../form-messages.ts'
import { readerClient } from '../reader-client.ts'
import { showToast } from '../toast.ts'
import { useWords } from '../words/use-words.ts'
import { focusAfterAnswer } from './focus-after-answer.ts'
import { consentOf, filledByMachine } from './posted-form.tsx'
import { sendDueMails } from './send-due-mails.ts'

/** Validation errors by field name. */
type SignUpErrors = { [Field in 'email' | 'first_name']?: string | undefined }

interface Options {
  form: Exclude<SignUpForm, 'contact'>
  site: MessageSite
  preferences: (fields: FormData) => Preferences
  /** Called after a successful sign-up, unless `reset` came first. */
  onDone: (form: HTMLFormElement) => void
}

/** State and handlers of a newsletter form: validates, sends, and shows the outcome in a toast. */
export function useSignUp({ form: name, site, preferences, onDone }: Options) {
  const [errors, setErrors] = useState<SignUpErrors>({})
  const [busy, setBusy] = useState(false)
  const words = useWords()
  const tried = useRef(false)
  /** Number of resets so far. */
  const resets = useRef(0)

  /** Clears errors and ignores the outcome of a running request. */
  const reset = useCallback(() => {
    resets.current += 1
    tried.current = false
    setErrors({})
    setBusy(false)
  }, [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    tried.current = true
    const showOutcome = (outcome: SentOutcome) => showToast(formMessage(outcome, site, words), form)
    const read = readSignUp(form, preferences, words)
    setErrors(read.errors ?? {})
    if (read.errors !== null) {
      if (new FormData(form).get('email') === '') showOutcome('email-required')
      fieldOf(form, read.errors.email === undefined ? 'first_name' : 'email')?.focus()
      return
    }
    const resetsBefore = resets.current
    setBusy(true)
    const outcome = filledByMachine(form) ? ACCEPTED[name] : await signUp(read.values, name, consentOf(form))
    showOutcome(outcome)
    if (resets.current !== resetsBefore) return
    flushSync(() => setBusy(false))
    const button = form.querySelector<HTMLElement>('[type=submit]')
    if (outcome === ACCEPTED[name]) {
      tried.current = false
      onDone(form)
    } else if (outcome === 'already-subscribed') focusAfterAnswer(fieldOf(form, 'email'), button)
    else focusAfterAnswer(button, button)
  }

  function recheck(event: InputEvent<HTMLFormElement>) {
    if (tried.current) setErrors(readSignUp(event.currentTarget, preferences, words).errors ?? {})
  }

  return {
    errors,
    busy,
    reset,
    /** Props of the `form` element. */
    handlers: {
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
      onInput: recheck,
    },
  }
}

function fieldOf(form: HTMLFormElement, name: string): HTMLElement | null {
  return form.querySelector<HTMLElement>(`[name=${name}]`)
}

/** Validates a sign-up form. */
function readSignUp(
  form: HTMLFormElement,
  preferences: (fields: FormData) => Preferences,
  { forms }: ScriptWords,
): { values: SubscribeForm; errors: null } | { values: null; errors: SignUpErrors } {
  const fields = new FormData(form)
  const result = subscribeFormSchema.safeParse({
    email: fields.get('email'),
    first_name: fields.get('first_name') ?? '',
    preferences: preferences(fields),
  })
  if (result.success) return { values: result.data, errors: null }
  const errors: SignUpErrors = {}
  for (const { path, message } of result.error.issues) {
    if (path[0] === 'email')
      errors.email ??= fieldError(forms, 'subscriber', SUBSCRIBER_LIMITS.email, message)
    if (path[0] === 'first_name')
      errors.first_name ??= fieldError(forms, 'first_name', SUBSCRIBER_LIMITS.first_name, message)
  }
  return { values: null, errors }
}

/** Subscribes a reader with this page's path as source; resolves to the outcome. */
async function signUp(
  values: SubscribeForm,
  form: Options['form'],
  consent: string | null,
): Promise<SentOutcome> {
  const client = readerClient()
  const row = newSubscriber(values, location.pathname, consent)
  const { error, status } = await client.from('subscribers').insert(row)
  if (error !== null) return refusedOutcome('sign-up', error.code, status)
  sendDueMails()
  return ACCEPTED[form]
}
