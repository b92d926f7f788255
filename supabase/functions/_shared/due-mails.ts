import * as z from 'zod/mini'
import { notificationLineSchema } from '../../../src/domain/newsroom/notification.ts'
import {
  LASTING_PURPOSES,
  LINK_PURPOSES,
  subscriberLink,
} from '../../../src/domain/readers/subscriber-link.ts'
import { Calendar } from '../../../src/domain/text/calendar.ts'
import { themeOf } from '../../../src/domain/theme/theme.ts'
import { dateLanguage } from '../../../src/domain/text/language.ts'
import type { Texts } from '../../../src/domain/site/texts.ts'
import { inBackground } from './background.ts'
import { publicApiUrl, serviceClient, setting } from './clients.ts'
import { type OutgoingMail, failureOf, sendMail } from './mail.ts'
import type { MailFrame } from './mail-page.ts'
import { notificationMail } from './notification-mail.ts'
import { TEXT_COLUMNS, textsOf } from './site-texts.ts'
import { subscriberMail } from './subscriber-mail.ts'

/** Mails of one run; the next run sends the others. */
const MAX_MAILS = 100

const MAIL = { id: z.string(), email: z.string() }

/** A row of `claim_mail`. */
const claimedSchema = z.discriminatedUnion('kind', [
  z.object({
    ...MAIL,
    kind: z.literal('notifications'),
    content: z.object({ lines: z.array(notificationLineSchema) }),
  }),
  z.object({
    ...MAIL,
    kind: z.enum(LINK_PURPOSES),
    content: z.object({ wording: z.nullable(z.string()), token: z.string(), unsubscribe_token: z.string() }),
  }),
])
type ClaimedMail = z.infer<typeof claimedSchema>

/** Sends the mails that are due after the response is out; a failure is logged and kept at the mail. */
export function sendDueMailsInBackground(): void {
  inBackground(sendDueMails())
}

/** One after the other: each is claimed right before it is sent. */
async function sendDueMails(): Promise<void> {
  const service = serviceClient()
  const [settings, theme] = await Promise.all([
    service.from('site_settings').select(`${TEXT_COLUMNS}, time_zone, date_language`).maybeSingle(),
    service.from('theme').select('light, dark').maybeSingle(),
  ])
  if (settings.error) throw settings.error
  if (theme.error) throw theme.error
  const { siteName, language, texts } = textsOf(settings.data)
  const { light: colours } = themeOf(theme.data)
  const calendar = new Calendar(
    settings.data?.time_zone ?? null,
    dateLanguage(settings.data?.date_language ?? null, language),
  )

  for (let sent = 0; sent < MAX_MAILS; sent += 1) {
    const claimed = await service.rpc('claim_mail')
    if (claimed.error) throw claimed.error
    const [next] = z.array(claimedSchema).parse(claimed.data)
    if (next === undefined) return
    const { id, email, kind } = next
    const mail = writtenMail(next, { siteName, language, colours, texts }, calendar)
    const failure = await failureOf(sendMail({ ...mail, to: email, fromName: siteName }))
    if (failure !== null) console.error(`A mail (${kind}) was not sent: ${failure}`)
    const finished = await service.rpc('finish_mail', { p_id: id, p_error: failure })
    if (finished.error) throw finished.error
  }
}

/** The words of a mail, by its kind. */
function writtenMail(
  { id, kind, content }: ClaimedMail,
  frame: MailFrame & { texts: Texts },
  calendar: Calendar,
): Omit<OutgoingMail, 'to' | 'fromName'> {
  const siteUrl = setting('SITE_URL')
  if (kind === 'notifications')
    return notificationMail({ ...frame, siteUrl, id, calendar, lines: content.lines })
  const { wording, token, unsubscribe_token } = content
  const ownToken = LASTING_PURPOSES.includes(kind) ? unsubscribe_token : token
  return subscriberMail({
    purpose: kind,
    ...frame,
    wording,
    link: subscriberLink(siteUrl, { action: kind, token: ownToken }).href,
    unsubscribeLink: subscriberLink(siteUrl, { action: 'unsubscribe', token: unsubscribe_token }).href,
    oneClickLink: `${publicApiUrl()}/functions/v1/newsletter?unsubscribe=${unsubscribe_token}`,
  })
}
