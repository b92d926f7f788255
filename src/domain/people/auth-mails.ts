/** What a mail of the auth server says, which fills in the values in braces, and the page that its link opens. */
export interface AuthMail {
  /** The `type` of its link. */
  type: 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change'
  subject: string
  heading: string
  text: string
  button: string
  note: string
}

export type AuthMailKind = 'confirmation' | 'invite' | 'recovery' | 'magic_link' | 'email_change'

/**
 * The mails to people with an account of the magazine of this name, in English, as the admin to which they lead. `npm run
 * mails` writes them where the Supabase CLI reads them; the local Supabase sends them itself.
 */
export function authMails(name: string): Readonly<Record<AuthMailKind, AuthMail>> {
  return {
    confirmation: {
      type: 'signup',
      subject: `Confirm your ${name} account`,
      heading: 'Confirm your address',
      text: 'Thank you for signing up. One press of a button, and your account for {{ .Email }} is yours.',
      button: 'Confirm my address',
      note: 'If you did not sign up, you need do nothing: without it there is no account.',
    },
    invite: {
      type: 'invite',
      subject: `You are invited to write for ${name}`,
      heading: 'Come in',
      text: `You are invited to write for ${name} with the address {{ .Email }}. Follow the link and choose a password.`,
      button: 'Accept the invitation',
      note: 'If you did not expect this, you need do nothing.',
    },
    recovery: {
      type: 'recovery',
      subject: `Choose a new ${name} password`,
      heading: 'Choose a new password',
      text: 'Somebody, most likely you, asked for a new password for {{ .Email }}.',
      button: 'Choose a new password',
      note: 'If it was not you, you need do nothing: your password stays as it is.',
    },
    magic_link: {
      type: 'magiclink',
      subject: `Your link to sign in to ${name}`,
      heading: 'Your link to sign in',
      text: 'Follow the link to sign in as {{ .Email }}. It works once.',
      button: 'Sign in',
      note: 'If you did not ask for it, you need do nothing.',
    },
    email_change: {
      type: 'email_change',
      subject: 'Confirm your new e-mail address',
      heading: 'Confirm your new address',
      text: 'Your account moves from {{ .Email }} to {{ .NewEmail }} as soon as you confirm it.',
      button: 'Confirm the change',
      note: 'If you did not ask for it, please tell the editors.',
    },
  }
}
