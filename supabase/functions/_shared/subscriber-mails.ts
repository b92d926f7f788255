import {
  type LinkPurpose,
  LASTING_PURPOSES,
  subscriberLink,
} from '../../../src/domain/readers/subscriber-link.ts'
import { MAGAZINE } from '../../../src/magazine/magazine.ts'
import { inBackground } from './background.ts'
import { publicApiUrl, serviceClient, setting } from './clients.ts'
import { failureOf, sendMail } from './mail.ts'
import { subscriberMail } from './subscriber-mail.ts'

/** A row of `claim_subscriber_mails`. */
interface ClaimedMail {
  id: string
  purpose: LinkPurpose
  email: string
  wording: string | null
  token: string
  unsubscribe_token: string
}

/** Sends the mails that are due after the response is out; a failure is logged and kept at the mail. */
export function sendDueMailsInBackground(): void {
  inBackground(sendDueMails())
}

async function sendDueMails(): Promise<void> {
  const service = serviceClient()
  const { data, error } = await service.rpc('claim_subscriber_mails')
  if (error) throw error
  const mails = data as ClaimedMail[]
  if (mails.length === 0) return
  const settings = await service.from('site_settings').select('site_name').maybeSingle()
  if (settings.error) throw settings.error
  const siteName: string = settings.data?.site_name ?? MAGAZINE.name
  const siteUrl = setting('SITE_URL')

  for (const { id, purpose, email, wording, token, unsubscribe_token } of mails) {
    const unsubscribeLink = subscriberLink(siteUrl, { action: 'unsubscribe', token: unsubscribe_token }).href
    const ownToken = LASTING_PURPOSES.includes(purpose) ? unsubscribe_token : token
    const link = subscriberLink(siteUrl, { action: purpose, token: ownToken }).href
    const oneClickLink = `${publicApiUrl()}/functions/v1/newsletter?unsubscribe=${unsubscribe_token}`
    const mail = subscriberMail({ purpose, siteName, wording, link, unsubscribeLink, oneClickLink })
    const failure = await failureOf(sendMail({ ...mail, to: email, fromName: siteName }))
    if (failure !== null) console.error(`A mail to a subscriber was not sent: ${failure}`)
    const finished = await service.rpc('finish_subscriber_mail', { p_id: id, p_error: failure })
    if (finished.error) throw finished.error
  }
}
