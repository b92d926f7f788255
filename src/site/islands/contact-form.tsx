import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { publicClient } from '../../backend/client.ts'
import { contactFormSchema, contactSubscriber, newContactMessage } from '../../domain/contact.ts'
import type { ContactForm as Message } from '../../domain/contact.ts'
import { showToast } from './toast.ts'
import { useReady } from './use-ready.ts'

/** The form 'Send us a message' (reader spec §2, §5). What a reader typed before it came to life is kept. */
export function ContactForm() {
  const root = useRef<HTMLFormElement>(null)
  const { register, handleSubmit, reset, formState } = useForm<Message>({
    resolver: zodResolver(contactFormSchema),
  })
  const { errors, isSubmitting } = formState
  useReady(root)

  async function send(message: Message) {
    const client = publicClient(__SUPABASE_URL__, __SUPABASE_PUBLISHABLE_KEY__)
    const { error } = await client.from('contact_messages').insert(newContactMessage(message))
    const form = root.current
    if (form === null) return
    if (error !== null) {
      showToast(
        { title: 'Error', description: 'Failed to send message. Please try again.', destructive: true },
        form,
      )
      return
    }
    reset()
    showToast(
      { title: 'Message sent successfully!', description: "We'll get back to you as soon as possible." },
      form,
    )
    const subscription = await client.from('subscribers').insert(contactSubscriber(message))
    if (subscription.error !== null && subscription.error.code !== '23505') console.error(subscription.error)
  }

  return (
    <form ref={root} className="form" noValidate onSubmit={(event) => void handleSubmit(send)(event)}>
      <Field label="Name" required error={errors.name?.message}>
        {(field) => (
          <input {...field} {...register('name')} autoComplete="name" placeholder="Marit Solberg" />
        )}
      </Field>
      <Field label="Email" required error={errors.email?.message}>
        {(field) => (
          <input
            {...field}
            {...register('email')}
            type="email"
            autoComplete="email"
            placeholder="marit@example.com"
          />
        )}
      </Field>
      <Field label="Phone" error={errors.phone?.message}>
        {(field) => (
          <input
            {...field}
            {...register('phone')}
            type="tel"
            autoComplete="tel"
            placeholder="+1 (555) 123-4567"
          />
        )}
      </Field>
      <Field label="Subject" error={errors.subject?.message}>
        {(field) => <input {...field} {...register('subject')} placeholder="What's this about?" />}
      </Field>
      <Field label="Message" required error={errors.message?.message}>
        {(field) => (
          <textarea
            {...field}
            {...register('message')}
            rows={6}
            placeholder="Tell us more about your inquiry..."
          />
        )}
      </Field>
      <button className="button" type="submit" disabled={isSubmitting}>
        {isSubmitting ? 'Sending...' : 'Send Message'}
      </button>
    </form>
  )
}

interface FieldProps {
  label: string
  required?: boolean
  error: string | undefined
  children: (field: {
    required: boolean
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ReactNode
}

function Field({ label, required = false, error, children }: FieldProps) {
  const id = useId()
  return (
    <div>
      <label>
        <span>
          {label} {required && <b>*</b>}
        </span>
        {children({
          required,
          'aria-invalid': error !== undefined,
          'aria-describedby': error === undefined ? undefined : id,
        })}
      </label>
      {error !== undefined && (
        <p className="error" id={id} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
