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
import type { FormOutcome } from '../../../domain/readers/form-outcome.ts'
import { ACCEPTED, refusedOutcome } from '../../../domain/readers/form-post.ts'
import { type MessageSite, formMessage } from '../../form-messages.ts'
import { readerClient } from '../reader-client.ts'
import { showToast } from '../toast.ts'
import { useIslandReady } from '../use-island-ready.ts'
import { ConsentNote } from './consent-note.tsx'
import { Field } from './field.tsx'
import { focusAfterAnswer } from './focus-after-answer.ts'
import { FORM_ADDRESS, filledByMachine, PostedFields } from './posted-form.tsx'
import { sendDueMails } from './send-due-mails.ts'

interface ContactField extends InputHTMLAttributes<HTMLInputElement> {
  name: 'name' | 'email' | 'phone' | 'subject'
  label: string
}

interface Props extends MessageSite {
  /** Whether sending a message subscribes its sender. */
  newsletterEnabled: boolean
  /** Path of the page, for the post without script. */
  path: string
}

/** The single-line fields. */
const FIELDS: readonly ContactField[] = [
  { name: 'name', label: 'Name', required: true, autoComplete: 'name', placeholder: 'Marit Solberg' },
  {
    name: 'email',
    label: 'Email',
    required: true,
    type: 'email',
    autoComplete: 'email',
    placeholder: 'marit@example.com',
  },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel', placeholder: '+1 (555) 123-4567' },
  { name: 'subject', label: 'Subject', placeholder: "What's this about?" },
]

/** The contact form. Keeps what was typed before hydration. */
export function ContactForm({ path, newsletterEnabled, ...site }: Props) {
  const root = useRef<HTMLFormElement>(null)
  const { register, handleSubmit, reset, formState } = useForm<Message>({
    resolver: zodResolver(contactFormSchema),
  })
  const { errors, isSubmitting } = formState
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
    const outcome = filledByMachine(form) ? ACCEPTED.contact : await send(message, newsletterEnabled)
    if (outcome === ACCEPTED.contact) reset()
    showToast(formMessage(outcome, site), form)
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
      {FIELDS.map(({ name, label, required = false, ...attributes }) => (
        <Field key={name} label={label} required={required} error={errors[name]?.message}>
          {(field) => (
            <input {...field} {...register(name)} maxLength={CONTACT_LIMITS[name]} {...attributes} />
          )}
        </Field>
      ))}
      <Field label="Message" required error={errors.message?.message}>
        {(field) => (
          <textarea
            {...field}
            {...register('message')}
            rows={6}
            // No maxLength with script: a long paste must not be cut off silently, a message says it is too long.
            maxLength={ready ? undefined : CONTACT_LIMITS.message}
            placeholder="Tell us more about your inquiry..."
          />
        )}
      </Field>
      <button className="button" type="submit" disabled={isSubmitting}>
        {isSubmitting ? 'Sending...' : 'Send Message'}
      </button>
      {newsletterEnabled && <ConsentNote form="contact" />}
      <PostedFields form="contact" page={path} />
    </form>
  )
}

/** Stores a message and begins to subscribe its sender. */
async function send(message: Message, newsletterEnabled: boolean): Promise<FormOutcome> {
  const client = readerClient()
  const { error, status } = await client.from('contact_messages').insert(newContactMessage(message))
  if (error !== null) return refusedOutcome('message', error.code, status)
  if (newsletterEnabled) void subscribe(client, message)
  return ACCEPTED.contact
}

/** Subscribes the sender of a message; a failure is not shown. */
async function subscribe(client: PublicClient, message: Message): Promise<void> {
  const { error, status } = await client.from('subscribers').insert(contactSubscriber(message))
  if (error === null) sendDueMails()
  else if (status !== 409) console.error(error)
}
