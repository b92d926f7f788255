import * as z from 'zod/mini'
import { Calendar } from '../../../src/domain/text/calendar.ts'
import { notificationLineSchema } from '../../../src/domain/newsroom/notification.ts'
import { MAGAZINE } from '../../../src/magazine/magazine.ts'
import { serviceClient, setting } from './clients.ts'
import { failureOf, sendMail } from './mail.ts'
import { notificationMail } from './notification-mail.ts'

/** Mails of one run; the next run sends the others. */
const MAX_MAILS = 100

const claimedSchema = z.array(
  z.object({ id: z.string(), email: z.string(), lines: z.array(notificationLineSchema) }),
)

/** Sends the mails of notifications that are due, one after the other: each is claimed right before it is sent. */
export async function sendNotificationMails(): Promise<void> {
  const service = serviceClient()
  const settings = await service
    .from('site_settings')
    .select('site_name, time_zone, date_language')
    .maybeSingle()
  if (settings.error) throw settings.error
  const siteName: string = settings.data?.site_name ?? MAGAZINE.name
  const calendar = new Calendar(settings.data?.time_zone ?? null, settings.data?.date_language ?? null)

  for (let sent = 0; sent < MAX_MAILS; sent += 1) {
    const claimed = await service.rpc('claim_notification_mail')
    if (claimed.error) throw claimed.error
    const [next] = claimedSchema.parse(claimed.data)
    if (next === undefined) return
    const { id, email, lines } = next
    const mail = notificationMail({ siteName, siteUrl: setting('SITE_URL'), id, calendar, lines })
    const failure = await failureOf(sendMail({ ...mail, to: email, fromName: siteName }))
    if (failure !== null) console.error(`A mail with notifications was not sent: ${failure}`)
    const finished = await service.rpc('finish_notification_mail', { p_id: id, p_error: failure })
    if (finished.error) throw finished.error
  }
}
