import { supabaseUrl } from './backend.ts'

/** The link of the newest mail to an address, as it stands in the local mailbox. */
export async function mailedLink(email: string): Promise<string> {
  const answer = await fetch(`${supabaseUrl}/_local/mail`, { headers: { accept: 'application/json' } })
  const mails = (await answer.json()) as { to: string; link: string }[]
  const mail = mails.find(({ to }) => to === email)
  if (mail === undefined) throw new Error(`No mail to ${email}`)
  return mail.link
}
