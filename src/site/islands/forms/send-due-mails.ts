import { NEWSLETTER_ADDRESS } from './posted-form.tsx'

/** Starts the sending of mails that wait in the database, after a sign-up has added one. Goes on when the page is left. */
export function sendDueMails(): void {
  void fetch(NEWSLETTER_ADDRESS, {
    method: 'POST',
    body: new URLSearchParams({ action: 'send' }),
    keepalive: true,
  }).catch(() => undefined)
}
