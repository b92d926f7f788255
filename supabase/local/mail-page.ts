import { escapeHtml, type Mail } from './mailer.ts'
import { json } from './replies.ts'

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
  article { border-top: 1px solid color-mix(in srgb, currentcolor 25%, transparent); padding: 1rem 0 }
  h2 { font-size: 1.05rem; margin: 0 }
  p { margin: .25rem 0; overflow-wrap: anywhere }
  iframe { width: 100%; height: 22rem; border: 0; margin-top: .5rem; background: #fff; border-radius: 8px }
`

/** `/_local/mail`: a page for people, JSON for programs that ask for it. */
export function answerMail(request: Request, mails: Mail[]): Response {
  if (request.headers.get('accept')?.includes('application/json')) return json(mails)
  const letters = mails.map(
    (mail) => `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to)}, <time datetime="${mail.sentAt}">${mail.sentAt.slice(0, 19).replace('T', ' ')} UTC</time></p>
${mail.link ? `<p><a href="${escapeHtml(mail.link)}">${escapeHtml(mail.link)}</a></p>` : ''}
<iframe sandbox="allow-popups allow-top-navigation-by-user-activation" title="${escapeHtml(mail.subject)}"
  srcdoc="${escapeHtml(`<base target="_top">${mail.html}`)}"></iframe>
</article>`,
  )
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Local mail</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>
<h1>Local mail</h1>${letters.join('\n') || '<p>No mail has been sent yet.</p>'}</body></html>`
  return new Response(body, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'",
      'cache-control': 'no-store',
    },
  })
}
