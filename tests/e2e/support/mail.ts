import { supabaseUrl } from './backend.ts'

interface LocalMail {
  to: string
  link: string
  html: string
}

/** The page of the local mailbox; as JSON for programs. */
export const MAILBOX = `${supabaseUrl}/_local/mail`

/** The newest mail to an address; undefined when there is none. */
export async function newestMail(email: string): Promise<LocalMail | undefined> {
  const answer = await fetch(MAILBOX, { headers: { accept: 'application/json' } })
  const mails = (await answer.json()) as LocalMail[]
  return mails.find(({ to }) => to === email)
}

/** The link of the newest mail to an address. */
export async function mailedLink(email: string): Promise<string> {
  const mail = await newestMail(email)
  if (mail === undefined) throw new Error(`No mail to ${email}`)
  return mail.link
}
