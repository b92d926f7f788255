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

/** The message for the outcome of a form: in a toast, or in the page when there is no script. */
export function formMessage(outcome: FormOutcome, siteName: string): Message {
  switch (outcome) {
    case 'subscribed':
      return {
        title: `Welcome to ${siteName}!`,
        description: "You've successfully subscribed to our newsletter.",
      }
    case 'thanks':
      return {
        title: 'Thanks for subscribing!',
        description: "You'll receive our latest design insights and home tours.",
      }
    case 'email-required':
      return wrong('Email required', 'Please enter your email address to subscribe.')
    case 'sign-up-invalid':
      return wrong('Subscription failed', 'Please enter a valid email address.')
    case 'already-subscribed':
      return wrong('Already subscribed', 'This email is already subscribed to our newsletter.')
    case 'not-subscribed':
      return wrong('Subscription failed', AGAIN)
    case 'too-many-sign-ups':
      return wrong('Subscription failed', TOO_MANY)
    case 'message-sent':
      return {
        title: 'Message sent successfully!',
        description: "We'll get back to you as soon as possible.",
      }
    case 'message-invalid':
      return wrong('Error', `Please fill in your name, a valid email address and a message. ${KEPT}`)
    case 'message-not-sent':
      return wrong('Error', 'Failed to send message. Please try again.')
    case 'too-many-messages':
      return wrong('Error', TOO_MANY)
  }
}
