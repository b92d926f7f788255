import '../../../domain/rows/zod-without-eval.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { type InputHTMLAttributes, useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { PublicClient } from '../../../backend/client.ts'
import {
  type ContactForm as Message,
  CONTACT_LIMITS,
  contactFormSchema,
  contactSubscriber,
  newContactMessage,
} from '../../../domain/readers/contact.ts'
import type { SentOutcome } from '../../../domain/readers/form-outcome.ts'
import { ACCEPTED, refusedOutcome } from '../../../domain/readers/form-post.ts'
import { type MessageSite, fieldError, formMessage } from '../../form-messages.ts'
import { readerClient } from '../reader-client.ts'
import { showToast } from '../toast.ts'
import { useIslandReady } from '../use-island-ready.ts'
import { useWords } from '../words/use-words.ts'
import { ConsentNote } from './consent-note.tsx'
import { Field } from './field.tsx'
import { focusAfterAnswer } from './focus-after-answer.ts'
import { FORM_ADDRESS, consentOf, filledByMachine, PostedFields } from './posted-form.tsx'
import { sendDueMails } from './send-due-mails.ts'

interface ContactField extends InputHTMLAttributes<HTMLInputElement> {
  name: 'name' | 'email' | 'phone' | 'subject'
}

interface Props extends MessageSite {
  /** What the sender of a message agrees to; null: the message subscribes nobody. */
  consent: string | null
  /** Path of the page, for the post without script. */
  path: string
}

/** The single-line fields. */
const FIELDS: readonly ContactField[] = [
  { name: 'name', required: true, autoComplete: 'name' },
  { name: 'email', required: true, type: 'email', autoComplete: 'email' },
  { name: 'phone', type: 'tel', autoComplete: 'tel' },
  { name: 'subject' },
]

/** The contact form. Keeps what was typed before hydration. */
export function ContactForm({ path, consent, ...site }: Props) {
  const root = useRef<HTMLFormElement>(null)
  const { register, handleSubmit, reset, formState } = useForm<Message>({
    resolver: zodResolver(contactFormSchema),
  })
  const { errors, isSubmitting } = formState
  const words = useWords()
  const { forms } = words
  const errorOf = (name: keyof Message) =>
    fieldError(forms, name, CONTACT_LIMITS[name], errors[name]?.message)
  const ready = useIslandReady(root)
  const sent = useRef(false)

  useEffect(() => {
    if (isSubmitting || !sent.current) return
    sent.current = false
    const button = root.current?.querySelector<HTMLElement>('[type=submit]')
    focusAfterAnswer(button, null)
  }, [isSubmitting])

  async function submit(message: Message) {
    const form = root.current
    if (form === null) return
    sent.current = true
    const outcome = filledByMachine(form) ? ACCEPTED.contact : await send(message, consent && consentOf(form))
    if (outcome === ACCEPTED.contact) reset()
    showToast(formMessage(outcome, site, words), form)
  }

  return (
    <form
      ref={root}
      className="form"
      method="post"
      action={FORM_ADDRESS}
      noValidate={ready}
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      {FIELDS.map(({ name, required = false, ...attributes }) => (
        <Field key={name} label={forms[name]} required={required} error={errorOf(name)}>
          {(field) => (
            <input
              {...field}
              {...register(name)}
              maxLength={CONTACT_LIMITS[name]}
              {...attributes}
              placeholder={forms.placeholders[name]}
            />
          )}
        </Field>
      ))}
      <Field label={forms.message} required error={errorOf('message')}>
        {(field) => (
          <textarea
            {...field}
            {...register('message')}
            rows={6}
            // No maxLength with script: a long paste must not be cut off silently, a message says it is too long.
            maxLength={ready ? undefined : CONTACT_LIMITS.message}
            placeholder={forms.placeholders.message}
          />
        )}
      </Field>
      <button className="button" type="submit" disabled={isSubmitting}>
        {isSubmitting ? forms.sending : forms.send}
      </button>
      {consent !== null && <ConsentNote wording={consent} />}
      <PostedFields form="contact" page={path} forms={forms} consent={consent} />
    </form>
  )
}

/** Stores a message and begins to subscribe its sender, with the version of what they agree to. */
async function send(message: Message, consent: string | null): Promise<SentOutcome> {
  const client = readerClient()
  const { error, status } = await client.from('contact_messages').insert(newContactMessage(message))
  if (error !== null) return refusedOutcome('message', error.code, status)
  if (consent !== null) void subscribe(client, message, consent)
  return ACCEPTED.contact
}

/** Subscribes the sender of a message; a failure is not shown. */
async function subscribe(client: PublicClient, message: Message, consent: string): Promise<void> {
  const { error, status } = await client.from('subscribers').insert(contactSubscriber(message, consent))
  if (error === null) sendDueMails()
  else if (status !== 409) console.error(error)
}
