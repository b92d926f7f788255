import { expect, test } from 'vitest'
import { redirectTarget } from './redirect-links.ts'

const TARGET = 'https://mantel.example/a?b=1&c=ü#d'
const encoded = encodeURIComponent(TARGET)

test.each([
  `https://eur01.safelinks.protection.outlook.com/?url=${encoded}&data=05%7C02&sdata=x%3D&reserved=0`,
  `https://gcc02.safelinks.protection.outlook.com/ap/b-59584e83/?url=${encoded}&data=x`,
  `https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=${encoded}&locale=en`,
  `https://www.google.com/url?q=${encoded}&sa=D&source=editors`,
  `https://www.google.com/url?sa=t&url=${encoded}`,
  `https://l.facebook.com/l.php?u=${encoded}&h=AT0`,
  `https://www.linkedin.com/safety/go?url=${encoded}&trk=x`,
  `https://www.youtube.com/redirect?event=video_description&q=${encoded}`,
  `https://linkprotect.cudasvc.com/url?a=${encoded}&c=E,1`,
  `https://secure-web.cisco.com/1abc-DEF/${encoded}`,
  `https://slack-redir.net/link?url=${encoded}`,
  `https://duckduckgo.com/l/?uddg=${encoded}&rut=1`,
  `https://l.messenger.com/l.php?u=${encoded}&h=AT0`,
  `https://l.wl.co/l?u=${encoded}`,
  `https://www.facebook.com/flx/warn/?u=${encoded}`,
  `https://www.pinterest.com/offsite/?token=1&url=${encoded}&pin=2`,
  `https://t.umblr.com/redirect?z=${encoded}&t=x`,
  `https://medium.com/r/?url=${encoded}`,
  `https://meet.google.com/linkredirect?authuser=0&dest=${encoded}`,
  `https://deref-gmx.net/mail/client/x/dereferrer/?redirectUrl=${encoded}&lang=en`,
  `https://protect2.fireeye.com/v1/url?k=1&q=1&e=2&u=${encoded}`,
  `https://imsva91-ctp.trendmicro.com/wis/clicktime/v1/query?url=${encoded}&umid=x`,
  `https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=${encoded}/RK=2/RS=x-`,
  `https://www.bing.com/ck/a?!&&p=1&u=a1${Buffer.from(TARGET).toString('base64url')}&ntb=1`,
  `https://us-east-2.protection.sophos.com/?d=mantel.example&u=${Buffer.from(TARGET).toString('base64')}&i=x`,
  `https://www.google.com/url?q=${encodeURIComponent(`https://eur01.safelinks.protection.outlook.com/?url=${encoded}`)}`,
  TARGET,
])('%s leads to the page itself', (link) => {
  expect(redirectTarget(link)).toBe(TARGET)
})

test.each([
  ['https://urldefense.proofpoint.com/v1/url?u=http://mantel.example/a&k=x', 'http://mantel.example/a'],
  [
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__mantel.example_a-3Fb-3D1&d=DwMF&c=x',
    'https://mantel.example/a?b=1',
  ],
  ['https://urldefense.com/v3/__https://mantel.example/a*b__;Iw!!Ab-c!x$', 'https://mantel.example/a#b'],
  ['https://urldefense.com/v3/__https:/mantel.example/a__;!!Ab-c!x$', 'https://mantel.example/a'],
])('Proofpoint’s %s leads to the page itself', (link, target) => {
  expect(redirectTarget(link)).toBe(target)
})

test.each([
  'https://www.google.com/url?q=javascript:alert(1)',
  'https://www.google.com/url?q=words',
  'https://www.google.com/search?q=https://mantel.example',
  'https://www.bing.com/ck/a?u=a1%%%',
  'https://go.skimresources.com/?id=1&url=https%3A%2F%2Fmantel.example',
  'https://web.archive.org/web/2020/https://mantel.example/',
  'https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fmantel.example',
  'https://safelinks.example/?url=https://mantel.example',
  'https://notgoogle.com/url?q=https://mantel.example',
  'mailto:a@b.example',
  '/about',
  '#a',
])('%s stays', (link) => {
  expect(redirectTarget(link)).toBe(link)
})
