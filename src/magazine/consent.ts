/** The forms that subscribe a reader. */
export type SignUpForm = 'newsletter' | 'letter-line' | 'contact'

/**
 * What each form says that its reader agrees to. The database keeps every version (private.consent_wordings) and copies
 * the wording into the subscriber's row: to change a sentence, add a version in a migration.
 */
export const CONSENT: Readonly<Record<SignUpForm, { version: string; wording: string }>> = {
  newsletter: {
    version: 'newsletter-1',
    wording: 'We send the letters you choose to this address until you unsubscribe.',
  },
  'letter-line': {
    version: 'letter-line-1',
    wording: 'We send our weekly letter and design tips to this address until you unsubscribe.',
  },
  contact: {
    version: 'contact-1',
    wording:
      'Sending a message also signs this address up for our weekly letter and design tips, until you unsubscribe.',
  },
}
