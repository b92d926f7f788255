import type { FormOutcome } from '../domain/readers/form-outcome.ts'
import { SUBSCRIPTION_PATH } from '../domain/readers/subscriber-link.ts'
import { LETTER } from '../magazine/texts.ts'

export interface Message {
  title: string
  description: string
  /** A line below the description. */
  note?: string
  /** Where to go on, below the description. */
  link?: { text: string; path: string }
  /** Shown as an error. */
  destructive?: boolean
}

const AGAIN = 'Something went wrong. Please try again.'
const TOO_MANY = 'Too many requests. Please try again in a few minutes.'
const BACK_KEEPS_TEXT = 'Your browser’s Back button brings back what you wrote.'

function wrong(title: string, description: string): Message {
  return { title, description, destructive: true }
}

/** Asks a new subscriber to confirm. */
export const CONFIRM_NOTE = 'Please confirm: follow the link in the mail that we send you.'

/** The site settings that messages depend on. */
export interface MessageSite {
  siteName: string
  newsletterConfirm: boolean
}

const MESSAGES: Readonly<Record<Exclude<FormOutcome, 'subscribed'>, Message>> = {
  thanks: {
    title: 'Thanks for subscribing!',
    description: LETTER.thanks,
  },
  'email-required': wrong('Email required', 'Please enter your email address to subscribe.'),
  'sign-up-invalid': wrong('Subscription failed', 'Please enter a valid email address.'),
  'already-subscribed': {
    ...wrong('Already subscribed', 'This email is already subscribed to our newsletter.'),
    link: { text: 'Choose what comes', path: SUBSCRIPTION_PATH },
  },
  'not-subscribed': wrong('Subscription failed', AGAIN),
  'too-many-sign-ups': wrong('Subscription failed', TOO_MANY),
  'message-sent': {
    title: 'Message sent successfully!',
    description: "We'll get back to you as soon as possible.",
  },
  'message-invalid': wrong(
    'Error',
    `Please fill in your name, a valid email address and a message. ${BACK_KEEPS_TEXT}`,
  ),
  'message-not-sent': wrong('Error', 'Failed to send message. Please try again.'),
  'too-many-messages': wrong('Error', TOO_MANY),
  'link-asked': {
    title: 'Your request is noted',
    description:
      'If this address is on our list, we mail a link to it: at once, or some minutes after the mail before.',
  },
  'link-not-asked': wrong('Error', 'Please enter a valid email address and choose what the link should do.'),
  'too-many-links': wrong('Error', TOO_MANY),
  confirmed: {
    title: 'Subscription confirmed',
    description: 'Thank you. Our letters come to your address from now on.',
  },
  'preferences-saved': { title: 'Saved', description: 'From now on we send you what you have chosen.' },
  'preferences-none': {
    title: 'Saved: no letters come',
    description: 'You have chosen none of them. Your address stays on our list until you unsubscribe.',
  },
  'not-confirmed': wrong(
    'Your subscription is not confirmed yet',
    'Follow the link in the mail that we sent you, or ask here for the link to confirm again.',
  ),
  'not-subscribed-now': wrong(
    'You are not subscribed',
    'No letters come to your address. Subscribe again by the button at the top of the page.',
  ),
  unsubscribed: { title: 'You are unsubscribed', description: 'We send no more letters to your address.' },
  resubscribed: { title: 'You are subscribed again', description: 'Everything is as it was.' },
  'still-pending': {
    title: 'Your sign-up stands again',
    description: 'Please confirm it: follow the link in the mail that we send you.',
  },
  'data-requested': {
    title: 'We have your request',
    description: 'We send what we keep about you to your address within thirty days.',
  },
  'erasure-requested': {
    title: 'We have your request',
    description: 'No more letters come, and within thirty days we delete what we keep about you.',
  },
  'link-expired': wrong('This link does not work any more', 'You can ask for a new one here.'),
}

/** The message for the outcome of a form: in a toast, or in the page when there is no script. */
export function formMessage(outcome: FormOutcome, { siteName, newsletterConfirm }: MessageSite): Message {
  const message =
    outcome === 'subscribed'
      ? {
          title: `Welcome to ${siteName}!`,
          description: "You've successfully subscribed to our newsletter.",
        }
      : MESSAGES[outcome]
  const isSignUp = outcome === 'subscribed' || outcome === 'thanks'
  return isSignUp && newsletterConfirm ? { ...message, note: CONFIRM_NOTE } : message
}
