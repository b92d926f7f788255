import type { FormOutcome } from '../domain/form-post.ts'

export interface Message {
  title: string
  description: string
  /** Shown as an error. */
  destructive?: boolean
}

const AGAIN = 'Something went wrong. Please try again.'
const TOO_MANY = 'Too many requests. Please try again in a few minutes.'
const KEPT = 'Your browser’s Back button brings back what you wrote.'

function wrong(title: string, description: string): Message {
  return { title, description, destructive: true }
}

const MESSAGES: Readonly<Record<Exclude<FormOutcome, 'subscribed'>, Message>> = {
  thanks: {
    title: 'Thanks for subscribing!',
    description: "You'll receive our latest design insights and home tours.",
  },
  'email-required': wrong('Email required', 'Please enter your email address to subscribe.'),
  'sign-up-invalid': wrong('Subscription failed', 'Please enter a valid email address.'),
  'already-subscribed': wrong('Already subscribed', 'This email is already subscribed to our newsletter.'),
  'not-subscribed': wrong('Subscription failed', AGAIN),
  'too-many-sign-ups': wrong('Subscription failed', TOO_MANY),
  'message-sent': {
    title: 'Message sent successfully!',
    description: "We'll get back to you as soon as possible.",
  },
  'message-invalid': wrong('Error', `Please fill in your name, a valid email address and a message. ${KEPT}`),
  'message-not-sent': wrong('Error', 'Failed to send message. Please try again.'),
  'too-many-messages': wrong('Error', TOO_MANY),
}

/** The message for the outcome of a form: in a toast, or in the page when there is no script. */
export function formMessage(outcome: FormOutcome, siteName: string): Message {
  if (outcome !== 'subscribed') return MESSAGES[outcome]
  return {
    title: `Welcome to ${siteName}!`,
    description: "You've successfully subscribed to our newsletter.",
  }
}
