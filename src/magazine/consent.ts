/** The forms that subscribe a reader. */
export type SignUpForm = 'newsletter' | 'letter-line' | 'contact'

/** What each form says that its reader agrees to. Subscribers keep the sentence that they saw. */
export const CONSENT: Readonly<Record<SignUpForm, string>> = {
  newsletter: 'We send the letters you choose to this address until you unsubscribe.',
  'letter-line': 'We send our weekly letter and design tips to this address until you unsubscribe.',
  contact:
    'Sending a message also signs this address up for our weekly letter and design tips, until you unsubscribe.',
}
